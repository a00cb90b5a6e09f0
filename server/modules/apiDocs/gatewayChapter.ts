/** The chapter of `/docs/api` for outside programs: how to sign a call of the gateway, with a worked example and a program that runs. */
import { createHash, createHmac } from 'node:crypto';
import type { Lang } from '../../../common/lang';
import type { pages } from '../../../common/locales/en/pages';
import { translate } from '../../../common/locales/translate';
import {
  canonicalQuery,
  canonicalRequest,
  GATEWAY_CLOCK_SKEW_SECONDS,
  GATEWAY_HEADERS,
} from '../../../common/protocol/gatewaySignature';
import { escapeHtml } from '../../platform/http/escapeHtml';

/** A program in Node that needs nothing else. A test runs exactly this text. */
const PROGRAM = `import { createHash, createHmac, randomUUID } from 'node:crypto';

// node call.mjs GET /orders/list 'page=1&state=open', with TEST=1 for a test API
const { ORIGIN, APP, KEY, SECRET, TEST } = process.env;
const [method, path, query = '', body = ''] = process.argv.slice(2);
const hex = (c) => '%' + c.charCodeAt(0).toString(16).toUpperCase();
const encode = (text) => encodeURIComponent(text).replace(/[!'()*]/g, hex);
const pairs = [...new URLSearchParams(query)].map(([name, value]) => encode(name) + '=' + encode(value));
const address = '/open/' + APP + path;
const time = String(Math.floor(Date.now() / 1000));
const nonce = randomUUID();
const digest = createHash('sha256').update(body).digest('hex');
const lines = ['ATRIUM-HMAC-SHA256', method, address, pairs.sort().join('&'), digest, time, nonce, TEST ? 'test' : 'production'];
const signature = createHmac('sha256', SECRET).update(lines.join('\\n')).digest('hex');
const headers = { 'x-open-key': KEY, 'x-open-time': time, 'x-open-nonce': nonce, 'x-open-signature': signature };
if (body !== '') headers['content-type'] = 'application/json';
if (TEST) headers['x-open-test'] = '1';
const url = ORIGIN + address + (query === '' ? '' : '?' + query);
const answer = await fetch(url, { method, headers, ...(body === '' ? {} : { body }) });
console.log(answer.status, await answer.text());`;

const EXAMPLE = {
  secret: 'example-secret',
  method: 'GET',
  path: '/open/12/orders/list',
  query: 'state=open&page=1',
  time: '1700000000',
  nonce: '3f1c9a52-0f6b',
} as const;

/** The text to sign of the worked example, and its signature. */
function workedExample(): { readonly text: string; readonly signature: string } {
  const text = canonicalRequest({
    ...EXAMPLE,
    query: canonicalQuery([...new URLSearchParams(EXAMPLE.query)]),
    bodyDigest: createHash('sha256').update('').digest('hex'),
    isTest: false,
  });
  return { text, signature: createHmac('sha256', EXAMPLE.secret).update(text).digest('hex') };
}

type OpenText = keyof (typeof pages)['open'];
const STEPS = ['address', 'query', 'digest', 'moment', 'text', 'sign', 'headers', 'test', 'simple', 'answer'] as const;

/** The chapter; the script of the page fills `#interfaces` from the API document. */
export function renderGatewayChapter(lang: Lang): string {
  const say = (name: OpenText, params?: Readonly<Record<string, string | number>>) =>
    escapeHtml(translate(lang, `pages.open.${name}`, params));
  const { text, signature } = workedExample();
  const params = { seconds: GATEWAY_CLOCK_SKEW_SECONDS, ...GATEWAY_HEADERS };
  const steps = STEPS.map((step) => `<li>${say(step, params)}</li>`).join('');
  const worked = `${say('given')} ${EXAMPLE.method} ${EXAMPLE.path}?${escapeHtml(EXAMPLE.query)}, ${say('secret')} ${EXAMPLE.secret}`;
  return `<section id="open"><h2>${say('title')}</h2><p>${say('about')}</p><ol>${steps}</ol>
<h3>${say('example')}</h3><p>${worked}</p>
<pre id="open-text">${escapeHtml(text)}</pre><p>${say('signature')}</p><pre id="open-signature">${signature}</pre>
<h3>${say('program')}</h3><pre id="open-program">${escapeHtml(PROGRAM)}</pre>
<h3 id="interfaces-title" hidden>${say('interfaces')}</h3><div id="interfaces"></div></section>`;
}
