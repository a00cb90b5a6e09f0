/** The few pages the server writes by itself: home, not found, and what stands in for a client that was not built. */
import { ARRIVAL_SCRIPT } from '../../../common/arrival';
import { say } from '../../../common/locales/words';
import type { Lang } from '../../context';

const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

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
form{display:grid;gap:1rem;max-width:24rem}label{display:grid;gap:.25rem}input,button{font:inherit;padding:.625rem .75rem;border-radius:8px;border:1px solid var(--line);background:var(--card);color:inherit}
button{background:var(--accent);color:var(--paper);border-color:var(--accent);cursor:pointer}button:disabled{opacity:.6}small,output{color:#c62828}
@media (prefers-color-scheme:dark){small,output{color:#ff8a80}}`;

/** The house's mark, so that no page asks for a picture of it. */
export const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='%234f46e5'%3E%3Cpath d='M3 22V11a9 9 0 0 1 18 0v11h-5V11a4 4 0 0 0-8 0v11z'/%3E%3Crect x='10.5' y='14' width='3' height='8' rx='1.5'/%3E%3C/svg%3E";

interface Page extends Omit<PageWords, 'siteName'> {
  readonly title: string;
  /** HTML, every piece of it escaped by whoever wrote it. */
  readonly body: string;
  /** The address the page stands at, whatever was asked for. */
  readonly at?: string;
  /** It is shown within another page, where no script runs and no visit begins. */
  readonly framed?: boolean;
}
/** Notes how the visit began; before anything changes the address of the page. */
export const arrivalNote = (nonce: string): string => `<script nonce="${nonce}">${ARRIVAL_SCRIPT}</script>`;
const placed = (nonce: string, at: string) => `<script nonce="${nonce}">history.replaceState(null,'','${at}')</script>`;
/** At the end of a page, so that a CDN that does not answer holds nothing up. */
export const stylesheetLinks = (addresses: readonly string[]): string =>
  addresses.map((address) => `<link rel="stylesheet" href="${escape(address)}">`).join('');
const page = ({ lang, nonce, stylesheets, title, body, at, framed = false }: Page): string => `<!doctype html>
<html lang="${lang === 'en' ? 'en' : 'zh-CN'}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escape(title)}</title>
<link rel="icon" href="${ICON}"><style nonce="${nonce}">${STYLE}</style>${framed ? '' : arrivalNote(nonce)}${at === undefined ? '' : placed(nonce, at)}</head>
<body><main>${body}</main>${stylesheetLinks(stylesheets)}</body></html>`;

export interface PageWords {
  readonly lang: Lang;
  readonly nonce: string;
  readonly siteName: string;
  /** Stylesheets of a CDN, by address. */
  readonly stylesheets: readonly string[];
}

export function homePage({ lang, nonce, siteName, stylesheets, framed }: PageWords & Pick<Page, 'framed'>): string {
  const word = (name: 'tagline' | 'console' | 'console_hint' | 'member' | 'member_hint' | 'other_language'): string =>
    escape(say(lang, `pages.${name}`));
  const door = (href: string, title: string, hint: string): string =>
    `<a href="${href}"><b>${title}</b><span>${hint}</span></a>`;
  const other = lang === 'en' ? 'zh-cn' : 'en';
  const body = `<h1>${escape(siteName)}</h1><p>${word('tagline')}</p>
<nav>${door('/admin', word('console'), word('console_hint'))}${door('/user', word('member'), word('member_hint'))}</nav>
<footer><a href="/?lang=${other}" hreflang="${other}">${word('other_language')}</a></footer>`;
  const title = `${say(lang, 'console.title.home')} - ${siteName}`;
  return page({ lang, nonce, stylesheets, title, body, ...(framed ? { framed } : {}) });
}

export function missingPage({ lang, nonce, siteName, stylesheets }: PageWords): string {
  const title = say(lang, 'pages.missing');
  const body = `<h1>${escape(title)}</h1><p>${escape(say(lang, 'pages.missing_hint'))}</p><a class="link" href="/">${escape(say(lang, 'pages.home'))}</a>`;
  return page({ lang, nonce, stylesheets, title: `${title} - ${siteName}`, body, at: '/404' });
}

/** No access permission (specification, point 2). */
export function refusedPage({ lang, nonce, siteName, stylesheets }: PageWords): string {
  const title = say(lang, 'pages.refused');
  const body = `<h1>${escape(title)}</h1><p>${escape(say(lang, 'pages.refused_hint'))}</p><a class="link" href="/">${escape(say(lang, 'pages.home'))}</a>`;
  return page({ lang, nonce, stylesheets, title: `${title} - ${siteName}`, body, at: '/401' });
}

export function unbuiltPage({ lang, nonce, siteName, stylesheets }: PageWords): string {
  return page({
    lang,
    nonce,
    stylesheets,
    title: siteName,
    body: `<h1>${escape(siteName)}</h1><p>${escape(say(lang, 'pages.unbuilt'))}</p>`,
  });
}

/** Sends the form as JSON, and shows what is wrong beside each field; text only ever becomes text. */
const SETUP_SCRIPT = `
const form=document.querySelector('form'),told=document.getElementById('told'),button=form.querySelector('button');
form.addEventListener('submit',async event=>{event.preventDefault();button.disabled=true;told.textContent='';
for(const note of form.querySelectorAll('small'))note.textContent='';
const body={key:location.hash.slice(1)};for(const field of form.querySelectorAll('input'))body[field.name]=field.value;
try{const answer=await fetch('/api/setup/admin',{method:'POST',headers:{'content-type':'application/json',server:'true','think-lang':form.dataset.lang},body:JSON.stringify(body)});
const {code,msg,data}=await answer.json();if(code===1){location.replace(data.routePath);return}
told.textContent=msg;for(const [name,text] of Object.entries(data&&data.fields||{})){const note=document.getElementById(name+'-note');if(note)note.textContent=text}
}catch{told.textContent=form.dataset.failed}button.disabled=false});`;

/** Asks for the first administrator; the key of the link stays behind its hash sign. */
export function setupPage({ lang, nonce, siteName, stylesheets }: PageWords): string {
  const field = (name: 'username' | 'password' | 'repeat_password', type: string, complete: string): string =>
    `<label>${escape(say(lang, `pages.setup_${name}`))}<input name="${name}" type="${type}" required autocomplete="${complete}" aria-describedby="${name}-note"><small id="${name}-note" role="alert"></small></label>`;
  const fields = [
    field('username', 'text', 'username'),
    field('password', 'password', 'new-password'),
    field('repeat_password', 'password', 'new-password'),
  ];
  const title = say(lang, 'pages.setup');
  const body = `<h1>${escape(title)}</h1><p>${escape(say(lang, 'pages.setup_hint'))}</p>
<form data-lang="${lang}" data-failed="${escape(say(lang, 'faults.client.network'))}">${fields.join('')}<output id="told" role="alert"></output><button>${escape(say(lang, 'pages.setup_send'))}</button></form>
<script nonce="${nonce}">${SETUP_SCRIPT}</script>`;
  return page({ lang, nonce, stylesheets, title: `${title} · ${siteName}`, body });
}
