/** Pages that need no built client: the setup of the first administrator, and a placeholder for a client that was not built. */
import { ACQUISITION_SCRIPT } from '../../../common/acquisition';
import { translate } from '../../../common/locales/translate';
import type { Lang } from '../../../common/lang';
import { escapeHtml } from './escapeHtml';

const STYLE = `
:root{color-scheme:light dark;--ink:#1d2430;--soft:#5b6675;--paper:#f7f8fa;--card:#fff;--line:#dfe3e8;--accent:#4f46e5}
@media (prefers-color-scheme:dark){:root{--ink:#e8ebf0;--soft:#9aa5b4;--paper:#12161c;--card:#1a2029;--line:#2b3440;--accent:#a5b4fc}}
*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--paper);color:var(--ink);
font:16px/1.6 system-ui,-apple-system,"Segoe UI","PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif}
main{width:min(44rem,100% - 3rem);padding:3rem 0}h1{font-size:2.25rem;line-height:1.2;margin:0 0 .5rem;letter-spacing:-.02em}
p{margin:0 0 2rem;color:var(--soft);font-size:1.125rem}nav{display:grid;grid-template-columns:repeat(auto-fit,minmax(15rem,1fr));gap:1rem}
nav a{display:block;padding:1.25rem 1.5rem;border:1px solid var(--line);border-radius:12px;background:var(--card);color:inherit;text-decoration:none}
nav a:hover,nav a:focus-visible{border-color:var(--accent);outline:none}nav b{display:block;color:var(--accent)}nav span{color:var(--soft);font-size:.9375rem}
footer{margin-top:2rem;font-size:.9375rem}footer a,.link{color:var(--accent)}
form{display:grid;gap:1rem;max-width:24rem}label{display:grid;gap:.25rem}
input,button{font:inherit;padding:.625rem .75rem;border-radius:8px;border:1px solid var(--line);background:var(--card);color:inherit}
button{background:var(--accent);color:var(--paper);border-color:var(--accent);cursor:pointer}button:disabled{opacity:.6}small,output{color:#c62828}
@media (prefers-color-scheme:dark){small,output{color:#ff8a80}}`;

/** The site's icon as a data URL, so that no page requests a file for it. */
export const SITE_ICON_URL =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='%234f46e5'%3E%3Cpath d='M3 22V11a9 9 0 0 1 18 0v11h-5V11a4 4 0 0 0-8 0v11z'/%3E%3Crect x='10.5' y='14' width='3' height='8' rx='1.5'/%3E%3C/svg%3E";

interface Page extends Omit<PageContext, 'siteName'> {
  readonly title: string;
  /** HTML; the caller has escaped every value in it. */
  readonly body: string;
}
/** Stores the acquisition source of the visit; must run before a script changes the address of the page. */
export const acquisitionScriptTag = (nonce: string): string =>
  `<script nonce="${nonce}">${ACQUISITION_SCRIPT}</script>`;
/** Stylesheet links for the end of a page, so that a CDN that does not respond delays nothing. */
export const stylesheetLinks = (addresses: readonly string[]): string =>
  addresses.map((address) => `<link rel="stylesheet" href="${escapeHtml(address)}">`).join('');
const renderPage = ({ lang, nonce, stylesheets, title, body }: Page): string => `<!doctype html>
<html lang="${lang === 'en' ? 'en' : 'zh-CN'}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title>
<link rel="icon" href="${SITE_ICON_URL}"><style nonce="${nonce}">${STYLE}</style>${acquisitionScriptTag(nonce)}</head>
<body><main>${body}</main>${stylesheetLinks(stylesheets)}</body></html>`;

export interface PageContext {
  readonly lang: Lang;
  readonly nonce: string;
  readonly siteName: string;
  /** URLs of the stylesheets of a CDN. */
  readonly stylesheets: readonly string[];
}

export function notBuiltPage({ lang, nonce, siteName, stylesheets }: PageContext): string {
  return renderPage({
    lang,
    nonce,
    stylesheets,
    title: siteName,
    body: `<h1>${escapeHtml(siteName)}</h1><p>${escapeHtml(translate(lang, 'pages.unbuilt'))}</p>`,
  });
}

/** Responds to the address of an app that is not running. */
export function stoppedAppPage({ lang, nonce, siteName, stylesheets }: PageContext): string {
  const title = translate(lang, 'pages.app_stopped');
  const body = `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(translate(lang, 'pages.app_stopped_hint'))}</p>`;
  return renderPage({ lang, nonce, stylesheets, title: `${title} · ${siteName}`, body });
}

/** Sends the form as JSON and shows errors beside their fields; inserts text only as text. */
const SETUP_SCRIPT = `
const form=document.querySelector('form'),told=document.getElementById('told'),button=form.querySelector('button');
form.addEventListener('submit',async event=>{event.preventDefault();button.disabled=true;told.textContent='';
for(const note of form.querySelectorAll('small'))note.textContent='';
const body={key:location.hash.slice(1)};for(const field of form.querySelectorAll('input'))body[field.name]=field.value;
try{const answer=await fetch('/api/setup/admin',{method:'POST',headers:{'content-type':'application/json',server:'true','think-lang':form.dataset.lang},body:JSON.stringify(body)});
const {code,msg,data}=await answer.json();if(code===1){location.replace(data.routePath);return}
told.textContent=msg;for(const [name,text] of Object.entries(data&&data.fields||{})){const note=document.getElementById(name+'-note');if(note)note.textContent=text}
}catch{told.textContent=form.dataset.failed}button.disabled=false});`;

/** The form for the first administrator; the key is in the fragment of the link. */
export function setupPage({ lang, nonce, siteName, stylesheets }: PageContext): string {
  const field = (name: 'username' | 'password' | 'repeat_password', type: string, complete: string): string => {
    const label = escapeHtml(translate(lang, `pages.setup_${name}`));
    const attributes = `name="${name}" type="${type}" required autocomplete="${complete}" aria-describedby="${name}-note"`;
    return `<label>${label}<input ${attributes}><small id="${name}-note" role="alert"></small></label>`;
  };
  const fields = [
    field('username', 'text', 'username'),
    field('password', 'password', 'new-password'),
    field('repeat_password', 'password', 'new-password'),
  ];
  const title = translate(lang, 'pages.setup');
  const body = `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(translate(lang, 'pages.setup_hint'))}</p>
<form data-lang="${lang}" data-failed="${escapeHtml(translate(lang, 'faults.client.network'))}">
${fields.join('')}<output id="told" role="alert"></output><button>${escapeHtml(translate(lang, 'pages.setup_send'))}</button></form>
<script nonce="${nonce}">${SETUP_SCRIPT}</script>`;
  return renderPage({ lang, nonce, stylesheets, title: `${title} · ${siteName}`, body });
}
