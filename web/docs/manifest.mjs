// The custom-elements manifest (custom-elements-manifest, schema 2.1) of the public elements, read off their sources by
// TypeScript's own compiler: attributes from `static properties`, their types and descriptions from the fields declared beside
// them, and slots, parts, events and custom properties from the class's JSDoc, each with those it inherits. Whatever lacks a
// description is an error, so that the manifest is whole or there is none.
import path from 'node:path';
import ts from 'typescript';
import { Stop } from '../../wasm/toolchain/steps.mjs';

const printed = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseSingleQuotesForStringLiteralType;

/**
 * The manifest of a package whose modules are `elements`: { source, module, tag } for each, the file it is written in, the file
 * it is published as, and its name. `all` is the module that exports every one of them.
 *
 * @throws a list of what has no description, or cannot be read.
 */
export function manifest(root, elements, all) {
  const { config } = ts.readConfigFile(path.join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const program = ts.createProgram(elements.map(({ source }) => path.join(root, source)), options);
  const checker = program.getTypeChecker();
  const problems = [];
  const declarations = elements.map(({ source, tag }) => declaration(checker, program.getSourceFile(path.join(root, source)), tag, problems));
  if (problems.length > 0) throw new Stop(`The elements' manifest cannot be made; mend the comments of these:\n${problems.join('\n')}`);
  const modules = elements.map(({ module, tag }, i) => {
    const { name } = declarations[i];
    const reference = { name, module };
    return {
      kind: 'javascript-module',
      path: module,
      declarations: [declarations[i]],
      exports: [{ kind: 'js', name, declaration: reference }, { kind: 'custom-element-definition', name: tag, declaration: reference }],
    };
  });
  const together = {
    kind: 'javascript-module',
    path: all,
    exports: modules.flatMap((each) => each.exports),
  };
  return { schemaVersion: '2.1.0', readme: 'README.md', modules: [together, ...modules] };
}

/** One element: its class and those it extends, up to Lit's. */
function declaration(checker, file, tag, problems) {
  const own = file.statements.find((node) => ts.isClassDeclaration(node) && exported(node));
  const line = lineage(checker, own);
  const said = (tagName) => line.flatMap((node) => tags(node, tagName, problems));
  const settings = line.flatMap((node) => declaredProperties(node));
  const starts = Object.assign({}, ...line.map(initialValues).reverse());
  // What a class declares anew stands once, as it says it.
  const fields = line.flatMap((node) => node.members.filter((member) => isPublic(member) && (ts.isPropertyDeclaration(member) || ts.isGetAccessor(member))))
    .filter(({ name }, k, all) => all.findIndex((other) => other.name.text === name.text) === k);
  const methods = line.flatMap((node) => node.members.filter((member) => isPublic(member) && ts.isMethodDeclaration(member)
    && !member.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.OverrideKeyword)));
  const describe = (node, name) => {
    const text = description(node);
    if (!text) problems.push(`${tag}: ${name} has no description.`);
    return text;
  };

  const attributes = [];
  const members = [];
  for (const field of fields) {
    const name = field.name.text;
    const setting = settings.find((each) => each.name === name);
    const type = checker.getTypeAtLocation(field);
    const member = {
      kind: 'field',
      name,
      description: describe(field, name),
      type: { text: typeText(checker, type, false) },
      ...(starts[name] !== undefined && { default: starts[name] }),
      ...(ts.isGetAccessor(field) && { readonly: true }),
    };
    if (setting?.attribute) {
      attributes.push({
        name: setting.attribute,
        fieldName: name,
        description: member.description,
        type: { text: typeText(checker, type, true) },
        ...(starts[name] !== undefined && { default: starts[name] }),
      });
      member.attribute = setting.attribute;
    }
    members.push(member);
  }
  for (const { name } of settings.filter(({ name, attribute }) => attribute && !fields.some((field) => field.name.text === name))) {
    problems.push(`${tag}: \`${name}\` has an attribute but is not declared as a public field.`);
  }
  for (const method of methods) {
    const signature = checker.getSignatureFromDeclaration(method);
    members.push({
      kind: 'method',
      name: method.name.text,
      description: describe(method, method.name.text),
      return: { type: { text: checker.typeToString(signature.getReturnType(), undefined, printed) } },
    });
  }
  // What only the stylesheet reads.
  attributes.push(...said('attr'));
  return {
    kind: 'class',
    customElement: true,
    tagName: tag,
    name: own.name.text,
    description: describe(own, own.name.text),
    superclass: { name: 'LitElement', package: 'lit' },
    attributes,
    members,
    events: said('fires').map((event) => ({ ...event, type: { text: 'CustomEvent' } })),
    slots: said('slot'),
    cssParts: said('csspart'),
    cssProperties: said('cssprop'),
  };
}

/** A class and those it extends, itself first, as far as they are written in this project. */
function lineage(checker, node) {
  const base = node.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)?.types[0];
  const symbol = base && checker.getTypeAtLocation(base).symbol;
  const parent = symbol?.declarations?.find((each) => ts.isClassDeclaration(each) && !each.getSourceFile().isDeclarationFile);
  return parent ? [node, ...lineage(checker, parent)] : [node];
}

const exported = (node) => node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);

/** Neither private nor protected nor static, and named by a plain word. */
function isPublic(member) {
  const hidden = [ts.SyntaxKind.PrivateKeyword, ts.SyntaxKind.ProtectedKeyword, ts.SyntaxKind.StaticKeyword];
  return member.name && ts.isIdentifier(member.name) && !member.modifiers?.some(({ kind }) => hidden.includes(kind));
}

/** `static properties = { name: settings }`: each name with its attribute, or with none. */
function declaredProperties(node) {
  const property = node.members.find((member) => ts.isPropertyDeclaration(member) && member.name.getText() === 'properties');
  if (!property) return [];
  return property.initializer.properties.map(({ name, initializer }) => {
    const options = ts.isCallExpression(initializer) ? initializer.arguments.find(ts.isObjectLiteralExpression) : initializer;
    // named('an-attribute', …), or an object literal or a constant of this file, whose attribute has the property's own name.
    const given = ts.isCallExpression(initializer) ? initializer.arguments.find(ts.isStringLiteral)?.text : undefined;
    const entry = (key) => options && ts.isObjectLiteralExpression(options) ? options.properties.find((each) => each.name.getText() === key)?.initializer : undefined;
    const attribute = entry('attribute');
    const none = attribute?.kind === ts.SyntaxKind.FalseKeyword || entry('state')?.kind === ts.SyntaxKind.TrueKeyword;
    const text = attribute && ts.isStringLiteral(attribute) ? attribute.text : given ?? name.getText().toLowerCase();
    return { name: name.getText(), attribute: none ? undefined : text };
  });
}

/** What the constructor sets a property to, where that is a plain text, number or truth; as source text. */
function initialValues(node) {
  const constructor = node.members.find(ts.isConstructorDeclaration);
  const values = {};
  for (const statement of constructor?.body?.statements ?? []) {
    const set = ts.isExpressionStatement(statement) && ts.isBinaryExpression(statement.expression) ? statement.expression : undefined;
    if (!set || !ts.isPropertyAccessExpression(set.left) || set.left.expression.kind !== ts.SyntaxKind.ThisKeyword) continue;
    const plain = ts.isStringLiteral(set.right) || ts.isNumericLiteral(set.right) || [ts.SyntaxKind.TrueKeyword, ts.SyntaxKind.FalseKeyword].includes(set.right.kind);
    if (plain) values[set.left.name.text] = set.right.getText();
  }
  return values;
}

/** A type in full, unions of names spelled out; for an attribute without null, which is its absence. */
function typeText(checker, type, ofAttribute) {
  const parts = type.isUnion() ? type.types : [type];
  const texts = parts
    .filter((part) => !(part.flags & ts.TypeFlags.Undefined) && !(ofAttribute && part.flags & ts.TypeFlags.Null))
    .map((part) => checker.typeToString(part, undefined, printed));
  const both = texts.includes('true') && texts.includes('false');
  const spelled = both ? ['boolean', ...texts.filter((text) => text !== 'true' && text !== 'false')] : texts;
  // null comes last: it says that nothing was set.
  return [...spelled.filter((text) => text !== 'null'), ...spelled.filter((text) => text === 'null')].join(' | ');
}

const oneLine = (text) => text.replace(/\s+/g, ' ').trim();

/** The text of a node's doc comment, on one line. */
function description(node) {
  const comments = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  return oneLine(ts.getTextOfJSDocComment(comments.at(-1)?.comment) ?? '');
}

/** A class's `@tag {type} name - description`, each as { name, description, type? }. */
function tags(node, tagName, problems) {
  return ts.getJSDocTags(node).filter((tag) => tag.tagName.text === tagName).map((tag) => {
    const text = oneLine(ts.getTextOfJSDocComment(tag.comment) ?? '');
    const read = /^(?:\{(.+?)\} )?(?:(\S+) )?- (\S.*)$/.exec(text);
    if (!read) problems.push(`${node.name.text}: \`@${tagName} ${text}\` is not of the form \`@${tagName} name - description\`.`);
    const [, type, name = '', description = ''] = read ?? [];
    return { name, description, ...(type && { type: { text: type } }) };
  });
}
