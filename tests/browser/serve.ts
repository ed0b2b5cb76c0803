// A small static server for the tests: one folder or several under one origin, with the headers a test asks for. Each call
// listens on a port of its own, so two of them are two origins.
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.mjs': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.wasm': 'application/wasm', '.json': 'application/json',
};

export interface Served {
  /** `http://127.0.0.1:port`, without a slash at the end. */
  origin: string;
  /** Bytes of each path sent so far. */
  sent: Map<string, number>;
  close(): Promise<void>;
}

/** Serves the folders (whole paths, or from the root), the first that has the file. `pages` are further files by path, as text. */
export function serve(folders: string[], headers: Record<string, string> = {}, pages: Record<string, string> = {}): Promise<Served> {
  const sent = new Map<string, number>();
  const server = http.createServer((request, response) => {
    let name = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    if (name.endsWith('/')) name += 'index.html';
    const file = folders.map((folder) => path.join(path.resolve(root, folder), name)).find((candidate) => fs.existsSync(candidate) && fs.statSync(candidate).isFile());
    const body = pages[name] ?? (file ? fs.readFileSync(file) : undefined);
    if (body === undefined) {
      response.writeHead(404, headers).end();
      return;
    }
    sent.set(name, Buffer.byteLength(body));
    response.writeHead(200, { 'content-type': types[path.extname(name)] ?? 'application/octet-stream', ...headers }).end(body);
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => {
    resolve({
      origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      sent,
      close: () => new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
    });
  }));
}

/** The headers that `npm start` sends: the page is cross-origin isolated. */
export const isolation = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };
