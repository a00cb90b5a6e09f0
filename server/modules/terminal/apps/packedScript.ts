/** The script and style of the pages of a packed app. They get all their data from `data.json` and insert it only as text. */

export const PACKED_SCRIPT = `const data = await (await fetch('data.json')).json();
const lang = navigator.language.toLowerCase().startsWith('zh') ? 'zh-cn' : 'en';
const texts = data.texts[lang];
const localized = (name) => (lang === 'en' && data[name + '_en']) || data[name];
document.documentElement.lang = lang;

function append(parent, name, text, properties) {
  const element = Object.assign(document.createElement(name), properties);
  if (text) element.textContent = text;
  parent.append(element);
  return element;
}

function readValues(form, parameters) {
  const values = {};
  for (const { name, kind } of parameters) {
    const text = form.elements[name].value;
    if (text === '') continue;
    if (kind === 'integer' || kind === 'number') values[name] = Number(text);
    else if (kind === 'boolean') values[name] = text === 'true';
    else if (kind === 'array' || kind === 'object') values[name] = JSON.parse(text);
    else values[name] = text;
  }
  return values;
}

async function call({ path, method, isTest }, values) {
  const headers = { 'x-open-key': data.key };
  if (isTest) headers['x-open-test'] = '1';
  const address = '/open/' + data.id + path;
  if (method === 'GET') return fetch(address + '?' + new URLSearchParams(values), { headers });
  headers['content-type'] = 'application/json';
  return fetch(address, { method, headers, body: JSON.stringify(values) });
}

function format(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function appendInterface(parent, offered) {
  const card = append(parent, 'section');
  append(card, 'h3', offered.name);
  append(card, 'p', offered.info);
  const form = append(card, 'form');
  for (const { name, info, required, choices } of offered.parameters) {
    const label = append(form, 'label');
    append(label, 'span', (info || name) + (required ? ' · ' + texts.required : ''));
    const input = append(label, choices ? 'select' : 'input', '', { name, required, autocomplete: 'off' });
    if (!choices) continue;
    if (!required) append(input, 'option', '');
    for (const choice of choices) append(input, 'option', choice);
  }
  const button = append(form, 'button', texts.call);
  const answer = append(card, 'pre', '', { hidden: true, ariaLive: 'polite' });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    button.disabled = true;
    answer.hidden = false;
    try {
      const response = await call(offered, readValues(form, offered.parameters));
      answer.textContent = response.status + '\\n' + format(await response.text());
    } catch {
      answer.textContent = texts.failed;
    }
    button.disabled = false;
  });
}

const page = document.getElementById('app');
const head = append(page, 'header');
if (data.logo) append(head, 'img', '', { src: data.logo, alt: '' });
const name = append(head, 'div');
document.title = localized('title');
append(name, 'h1', document.title);
append(name, 'p', localized('info'));
if (data.description !== data.info) append(page, 'p', data.description);
const menu = append(page, 'nav');
for (const { title, entries } of data.menu) {
  const group = append(menu, 'section');
  append(group, 'h2', title);
  const list = append(group, 'ul');
  for (const entry of entries) append(list, 'li', entry);
}
append(page, 'h2', texts.interfaces);
if (data.interfaces.length === 0) append(page, 'p', texts.nothing);
for (const offered of data.interfaces) appendInterface(page, offered);
`;

export const PACKED_STYLE = `:root{color-scheme:light dark;--ink:#1d2430;--soft:#5b6675;--paper:#f7f8fa;--card:#fff;--line:#dfe3e8;--accent:#4f46e5}
@media (prefers-color-scheme:dark){:root{--ink:#e8ebf0;--soft:#9aa5b4;--paper:#12161c;--card:#1a2029;--line:#2b3440;--accent:#a5b4fc}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.6 system-ui,-apple-system,"Segoe UI","PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif}
main{max-width:60rem;margin:0 auto;padding:2rem 1rem}
header{display:flex;gap:1rem;align-items:center}
header img{width:64px;height:64px;border-radius:12px;object-fit:cover}
h1{font-size:1.75rem;line-height:1.25;margin:0;overflow-wrap:anywhere}
h2{font-size:1.125rem;margin:2rem 0 .5rem}
h3{margin:0}
p{color:var(--soft);margin:0}
nav{display:grid;grid-template-columns:repeat(auto-fit,minmax(12rem,1fr));gap:1rem}
section{padding:1rem 1.25rem;border:1px solid var(--line);border-radius:12px;background:var(--card);margin-top:1rem}
nav h2{margin:0}
ul{margin:.5rem 0 0;padding-left:1.25rem}
form{display:flex;flex-wrap:wrap;gap:1rem;align-items:end;margin-top:1rem}
label{display:grid;gap:.25rem;flex:1 1 14rem}
label span{color:var(--soft);font-size:.875rem}
input,select,button{font:inherit;min-height:44px;padding:.5rem .75rem;border-radius:8px;border:1px solid var(--line);background:var(--paper);color:inherit;min-width:0}
button{background:var(--accent);color:var(--paper);border-color:var(--accent);cursor:pointer;flex:0 0 auto}
button:disabled{opacity:.6}
pre{overflow:auto;margin:1rem 0 0;padding:1rem;border-radius:8px;background:var(--paper);white-space:pre-wrap;overflow-wrap:anywhere}
`;
