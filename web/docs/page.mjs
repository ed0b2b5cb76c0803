// One element of the custom-elements manifest as a page in Markdown, for the reference.

/** The page of an element's declaration, with the front matter that TypeDoc reads. */
export function page(element) {
  const { tagName, name } = element;
  const alone = `elements/${tagName.replace('lookback-', '')}`;
  const fields = element.members.filter(({ kind }) => kind === 'field');
  const methods = element.members.filter(({ kind }) => kind === 'method');
  const sections = [
    table('Attributes', ['attribute', 'property', ''], element.attributes.map((each) =>
      [code(each.name), each.fieldName && code(each.fieldName), `${each.description}<br>${code(each.type.text)}${each.default ? `, ${code(each.default)} unless given` : ''}`])),
    table('Properties without an attribute', ['property', 'type', ''], fields.filter(({ attribute }) => !attribute).map((each) =>
      [code(each.name), `${code(each.type.text)}${each.readonly ? ', to read' : ''}`, each.description])),
    table('Methods', ['method', ''], methods.map((each) => [code(`${each.name}()`), each.description])),
    table('Events', ['event', ''], element.events.map((each) => [code(each.name), each.description])),
    table('Slots', ['slot', ''], element.slots.map((each) => [each.name ? code(each.name) : 'without a name', each.description])),
    table('Parts', ['part', ''], element.cssParts.map((each) => [code(each.name), each.description])),
    table('Custom properties', ['property', ''], element.cssProperties.map((each) => [code(each.name), each.description])),
  ];
  return `---
title: "${tagName}"
---

${element.description}

\`\`\`html
<script type="module" src="lookback/elements.js"></script>
<${tagName}></${tagName}>
\`\`\`

\`import 'lookback/elements'\` defines it with the others, \`import 'lookback/${alone}'\` alone, as the class \`${name}\`. A setting that is
not given is the task's own. Events bubble, and cross shadow roots.

${sections.join('\n')}`;
}

const code = (text) => `\`${text}\``;
const cell = (text) => (text ?? '').replaceAll('|', '\\|');
const row = (cells) => `| ${cells.map(cell).join(' | ')} |`;

/** A heading and a table; nothing where there are no rows. */
function table(title, heads, rows) {
  return rows.length === 0 ? '' : `## ${title}\n\n${[row(heads), row(heads.map(() => '---')), ...rows.map(row)].join('\n')}\n`;
}
