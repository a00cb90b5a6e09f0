/** Hostile rich texts have no effect in the editor and in a page without a CSP: a sample in each run, all in full runs. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chromiumPath, sampleSize } from '../../../config/jest/testEnvironment';
import { openViewer, signIn, type Viewer } from '../../testing/browser/viewer';
import { callAsAdmin, type Caller } from '../../testing/browser/callAsAdmin';
import type { Product } from '../../testing/product/startProduct';
import { createBrowserEnvironments } from '../../testing/browser/browserEnvironment';

const withBrowser = chromiumPath() === null ? describe.skip : describe;
const CANARY = 'canary.invalid';
const RUNS = [
  'window.ran=1',
  'alert(1)',
  `fetch('//${CANARY}/')`,
  `new Image().src='//${CANARY}/'`,
  'window["ran"]=1',
  'setTimeout("window.ran=1")',
];
/** Ways to run a script in a browser, with `@` in the place of the script. */
const SHAPES = [
  '<script>@</script>',
  '<img src=x onerror="@">',
  '<svg onload="@"></svg>',
  '<svg><script>@</script></svg>',
  '<svg><animate onbegin="@" attributeName=x dur=1s></svg>',
  '<body onload="@">',
  '<iframe srcdoc="<script>@</script>"></iframe>',
  '<iframe src="javascript:@"></iframe>',
  '<a href="javascript:@">a</a>',
  '<a href=" java\tscript:@">b</a>',
  '<form action="javascript:@"><button>c</button></form>',
  '<input autofocus onfocus="@">',
  '<details open ontoggle="@"><summary>d</summary></details>',
  '<video><source onerror="@"></video>',
  '<audio src=x onerror="@"></audio>',
  '<marquee onstart="@">e</marquee>',
  '<math><mtext><table><mglyph><style><img src=x onerror="@">',
  '<math href="javascript:@">f</math>',
  '<noscript><p title="</noscript><img src=x onerror=@>">',
  '<template><img src=x onerror="@"></template>',
  '<style>@import "//canary.invalid/x.css";</style>',
  '<link rel=stylesheet href="//canary.invalid/x.css">',
  '<object data="data:text/html,<script>@</script>"></object>',
  '<embed src="javascript:@">',
  '<base href="//canary.invalid/">',
  '<meta http-equiv=refresh content="0;url=//canary.invalid/">',
  '<p style="background:url(//canary.invalid/x)">g</p>',
  '<table background="//canary.invalid/x"><tr><td>h</td></tr></table>',
  '"><img src=x onerror="@">',
  "'-@-'",
  '{{constructor.constructor("@")()}}',
  '${@}',
  '<!--><img src=x onerror="@">-->',
  '<![CDATA[<img src=x onerror="@">]]>',
  '<xmp><img src=x onerror="@"></xmp>',
  '<textarea><img src=x onerror="@"></textarea>',
  '<select><option><img src=x onerror="@"></option></select>',
  '<div onmouseover="@" onclick="@">i</div>',
  '<img src="x` `<script>@</script>"` `>',
  '<svg><use href="data:image/svg+xml,<svg id=x onload=@>#x"/></svg>',
];
const TURNS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase().replaceAll('WINDOW.RAN', 'window.ran').replaceAll('ALERT', 'alert'),
  (text) => text.replaceAll('=', ' = '),
  (text) => text.replaceAll('<', '<\u0000').replaceAll('\u0000', ''),
  (text) => text.replaceAll(' on', '/on'),
  (text) => `<p>${text}</p>`,
  (text) => `<div><b>${text}`,
  (text) => text.replaceAll('"', ''),
  (text) => text.replaceAll('"', "'"),
  (text) => `${text}${text}`,
];
const VECTORS = [
  ...new Set(SHAPES.flatMap((shape) => RUNS.flatMap((run) => TURNS.map((turn) => turn(shape.replaceAll('@', run)))))),
];

withBrowser('hostile rich texts', () => {
  const environments = createBrowserEnvironments();
  let product: Product;
  let viewer: Viewer;
  let calls: Caller;
  const violations: string[] = [];
  beforeAll(async () => {
    const stage = await environments.open();
    ({ product } = stage);
    calls = await callAsAdmin(product.url);
    viewer = await openViewer(stage.browser);
    const { page } = viewer;
    page.on('dialog', (dialog) => {
      violations.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('request', (request) => {
      if (request.url().includes(CANARY)) violations.push(`request: ${request.url()}`);
    });
    page.on('console', (message) => {
      if (/content security|refused to/i.test(message.text())) violations.push(`policy: ${message.text()}`);
    });
    await signIn(viewer, product.url);
  }, 120_000);
  afterAll(environments.close);
  const ran = () => viewer.page.evaluate(() => 'ran' in window);

  // @case T3.10
  it('are clean when stored as rich text, in the editor and in a page without a CSP', async () => {
    expect(VECTORS.length).toBeGreaterThanOrEqual(1500);
    const some = VECTORS.filter(
      (_, index) => index % Math.ceil(VECTORS.length / sampleSize(200, VECTORS.length)) === 0,
    );
    const ids: number[] = [];
    for (let index = 0; index < some.length; index += 20) {
      const content = some.slice(index, index + 20).map((text) => `<p>x</p>${text}`);
      for (const one of sampleSize(1, 100) === 1 ? [content.join('')] : content)
        ids.push(Number((await calls.add('news', { title: 'Hostile', content: one }))['id']));
    }
    const { page } = viewer;
    const stored: string[] = [];
    for (const id of ids) {
      const { data } = await calls.call('GET', `/admin/news/edit?id=${id}`);
      stored.push(String((data['row'] as Readonly<Record<string, unknown>>)['content']));
    }
    const bare = await page.context().newPage();
    bare.on('request', (request) => violations.push(`request: ${request.url()}`));
    bare.on('dialog', (dialog) => violations.push(`dialog: ${dialog.message()}`));
    await bare.setContent(stored.join('\n'));
    expect(await bare.evaluate(() => 'ran' in window)).toBe(false);
    await bare.close();
    for (const id of ids.slice(0, 2)) {
      await page.goto(`${product.url}/admin/news/${id}`);
      await page.locator('.ProseMirror').first().waitFor();
      expect(await ran()).toBe(false);
    }
    expect(violations).toEqual([]);
  }, 600_000);
});
