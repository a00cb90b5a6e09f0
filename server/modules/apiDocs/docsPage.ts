/** `/docs/api`: the API reference, rendered from `/openapi.json` with the console session of this browser. */
import { translate } from '../../../common/locales/translate';
import { renderGatewayChapter } from './gatewayChapter';
import { renderWebhookChapter } from './webhookChapter';
import { SITE_ICON_URL, stylesheetLinks, type PageContext } from '../../platform/http/builtinPages';

const STYLE = `:root{color-scheme:light dark;--ink:#1d2430;--soft:#5b6675;--paper:#f7f8fa;--card:#fff;--line:#dfe3e8;--accent:#4f46e5}
@media (prefers-color-scheme:dark){:root{--ink:#e8ebf0;--soft:#9aa5b4;--paper:#12161c;--card:#1a2029;--line:#2b3440;--accent:#a5b4fc}}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,"PingFang SC","Microsoft YaHei",sans-serif}
main{max-width:64rem;margin:auto;padding:2rem 1.5rem}input{width:100%;padding:.6rem .8rem;border:1px solid var(--line);border-radius:8px;background:var(--card);color:inherit;font:inherit}
h2{margin:2rem 0 .5rem;font-size:1.1rem}details{border:1px solid var(--line);border-radius:8px;background:var(--card);margin:.35rem 0}
summary{cursor:pointer;padding:.5rem .8rem;display:flex;gap:.8rem;align-items:baseline}summary b{width:4.5rem;color:var(--accent)}
code,pre{font:13px/1.5 ui-monospace,Menlo,Consolas,monospace}summary span{color:var(--soft);margin-left:auto}
h3{margin:1.5rem 0 .4rem;font-size:1rem}#open,#webhooks{border-bottom:1px solid var(--line);margin-bottom:2rem;padding-bottom:1rem}
#open>pre,#webhooks>pre{border:1px solid var(--line);border-radius:8px;background:var(--card)}li{margin:.25rem 0}#open details pre{white-space:pre-wrap}
pre{margin:0;padding:.8rem;border-top:1px solid var(--line);overflow:auto}`;

/** The script only creates text nodes, so no part of the document is parsed as HTML. */
const SCRIPT = `
const say=document.getElementById('say'),list=document.getElementById('list'),find=document.getElementById('find');
const kept=()=>{for(const store of [localStorage,sessionStorage])for(const key of Object.keys(store)){if(!key.includes('adminInfo'))continue;
try{const value=JSON.parse(store.getItem(key)||'null');if(value&&value.token)return value.token}catch{}}return ''};
const make=(name,text)=>{const node=document.createElement(name);if(text!==undefined)node.textContent=text;return node};
const draw=(doc,word)=>{list.replaceChildren();let tag='';
for(const [path,methods] of Object.entries(doc.paths))for(const [method,op] of Object.entries(methods)){
if(word&&!(path+' '+op.summary+' '+op.description).toLowerCase().includes(word))continue;
if(op.tags[0]!==tag){tag=op.tags[0];list.append(make('h2',tag))}
const box=make('details'),head=make('summary');head.append(make('b',method.toUpperCase()),make('code',path),make('span',op.summary));
box.append(head);box.addEventListener('toggle',()=>{if(!box.querySelector('pre'))box.append(make('pre',JSON.stringify(op,null,2)))});list.append(box)}};
const show=(all)=>{const box=document.getElementById('interfaces');let group;document.getElementById('interfaces-title').hidden=all.length===0;
for(const one of all){if(one.group!==group){group=one.group;box.append(make('h3',group||'–'))}
const item=make('details'),head=make('summary');head.append(make('b',one.methods.length>2?'ANY':one.methods.join(' ')),make('code',one.address),make('span',one.info||one.name));
item.append(head,make('pre',JSON.stringify(one,null,2)));box.append(item)}};
fetch('/openapi.json',{headers:{batoken:kept(),server:'true'}}).then(answer=>answer.json()).then(doc=>{
if(!doc.openapi){say.hidden=false;return}find.hidden=false;draw(doc,'');show(doc['x-open-interfaces']||[]);
find.addEventListener('input',()=>draw(doc,find.value.trim().toLowerCase()))}).catch(()=>{say.hidden=false});`;

export const renderDocsPage = ({ lang, nonce, stylesheets }: PageContext): string => `<!doctype html>
<html lang="${lang === 'en' ? 'en' : 'zh-CN'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${translate(lang, 'pages.api')}</title><link rel="icon" href="${SITE_ICON_URL}"><style nonce="${nonce}">${STYLE}</style></head>
<body><main><h1>${translate(lang, 'pages.api')}</h1>${renderGatewayChapter(lang)}${renderWebhookChapter(lang)}<p id="say" hidden>${translate(lang, 'pages.api_hint')}</p>
<input id="find" type="search" aria-label="${translate(lang, 'pages.api_find')}" placeholder="${translate(lang, 'pages.api_find')}" hidden><div id="list"></div></main>
<script nonce="${nonce}">${SCRIPT}</script>${stylesheetLinks(stylesheets)}</body></html>`;
