/** The chapter of `/docs/api` for receivers of webhooks: what arrives, and a program that verifies it. */
import type { Lang } from '../../../common/lang';
import type { pages } from '../../../common/locales/en/pages';
import { translate } from '../../../common/locales/translate';
import { WEBHOOK_HEADERS } from '../../../common/protocol/webhookEvents';
import { escapeHtml } from '../../platform/http/escapeHtml';

/** A receiver in Node that needs nothing else. A test runs exactly this text. */
const RECEIVER = `import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const { SECRET, PORT } = process.env;
const seen = new Set();
const isGenuine = (time, body, signatures) => {
  if (Math.abs(Date.now() / 1000 - Number(time)) > 300) return false;
  const expected = createHmac('sha256', SECRET).update(time + '.' + body).digest();
  return signatures.split(' ').some((signature) => {
    const sent = Buffer.from(signature, 'hex');
    return sent.length === expected.length && timingSafeEqual(sent, expected);
  });
};
createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  const { 'x-webhook-id': id, 'x-webhook-time': time, 'x-webhook-signature': signature = '' } = request.headers;
  const isAccepted = isGenuine(time, body, signature);
  if (isAccepted && !seen.has(id)) console.log(body);
  if (isAccepted) seen.add(id);
  response.writeHead(isAccepted ? 204 : 401).end();
}).listen(PORT, '127.0.0.1');`;

/** The body of an update. A test compares it with one that is sent. */
export const EXAMPLE_EVENT = {
  event: 'news_category.updated',
  entity: 'news_category',
  id: 42,
  revision: 3,
  at: 1_700_000_060,
  changed: ['revision', 'update_time', 'name'],
  row: {
    id: 42,
    create_time: 1_700_000_000,
    revision: 3,
    weigh: 42,
    update_time: 1_700_000_060,
    delete_time: null,
    name: '港口',
    status: 1,
    name_en: 'Port',
  },
} as const;

type WebhookText = keyof (typeof pages)['webhooks'];
const STEPS = ['arrives', 'signature', 'verify', 'answer', 'repeat', 'visibility'] as const;

export function renderWebhookChapter(lang: Lang): string {
  const say = (name: WebhookText) => escapeHtml(translate(lang, `pages.webhooks.${name}`, WEBHOOK_HEADERS));
  const steps = STEPS.map((step) => `<li>${say(step)}</li>`).join('');
  return `<section id="webhooks"><h2>${say('title')}</h2><p>${say('about')}</p><ol>${steps}</ol>
<h3>${say('example')}</h3><pre>${escapeHtml(JSON.stringify(EXAMPLE_EVENT, null, 2))}</pre>
<h3>${say('receiver')}</h3><pre id="webhook-receiver">${escapeHtml(RECEIVER)}</pre></section>`;
}
