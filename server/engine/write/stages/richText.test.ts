/** Cleaning of rich text: nothing that could run a script remains, allowed markup does, and cleaning twice changes nothing. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { JSDOM } from 'jsdom';
import { LIMITS } from '../../../../common/limits';
import { describeOnEachDatabase } from '../../../testing/database/testDatabase';
import { catchFault, openEngineHarness, superAdminActor, type EngineHarness } from '../../../testing/engineHarness';
import { RICH_VECTORS } from '../../../testing/vectors';
import { sanitizeRichText } from './richText';

const cleanHtml = (html: string) => sanitizeRichText(html).html;
const { document } = new JSDOM('').window;

const TAGS = new Set(
  'P DIV H2 H3 H4 BLOCKQUOTE PRE FIGURE FIGCAPTION TABLE CAPTION COLGROUP COL THEAD TBODY TFOOT TR TH TD BR HR STRONG EM U S SUB SUP CODE UL OL LI A IMG'.split(
    ' ',
  ),
);
const ATTRIBUTES = /^(class|href|target|rel|src|alt|width|height|start|span|colspan|rowspan)$/;

/** Parses the text as a browser does and lists elements, attributes and addresses that are not allowed. */
function findUnsafeMarkup(html: string): readonly string[] {
  const body = document.createElement('body');
  body.innerHTML = html;
  // serialized and parsed again, as an editor or a second page does
  const reparsed = document.createElement('body');
  reparsed.innerHTML = body.innerHTML;
  return [...reparsed.querySelectorAll('*')].flatMap((element) => {
    const forbiddenAttributes = [...element.attributes]
      .filter(({ name }) => !ATTRIBUTES.test(name))
      .map(({ name }) => name);
    const href = element.getAttribute('href');
    const src = element.getAttribute('src');
    if (!TAGS.has(element.tagName)) forbiddenAttributes.push(element.tagName);
    if (href !== null && !/^(https?:\/\/|mailto:|[/?#](?!\/)|[^:/?#]+([/?#]|$))/i.test(href))
      forbiddenAttributes.push(href);
    if (src !== null && !src.startsWith('/storage/')) forbiddenAttributes.push(src);
    return forbiddenAttributes;
  });
}

describe('sanitizeRichText', () => {
  it('is tested with at least 180 attack vectors', () => expect(RICH_VECTORS.length).toBeGreaterThanOrEqual(180));
  it.each(RICH_VECTORS)('removes everything that could run from %j', (attackVector) => {
    const cleanedOnce = cleanHtml(attackVector);
    expect(findUnsafeMarkup(cleanedOnce)).toEqual([]);
    expect(cleanHtml(cleanedOnce)).toBe(cleanedOnce);
  });
  it.each([
    [
      '<h1>a</h1><p><b>b</b> <i>c</i> <u>d</u> <del>e</del></p>',
      '<h2>a</h2><p><strong>b</strong> <em>c</em> <u>d</u> <s>e</s></p>',
    ],
    ['<p style="color:red; text-align: Center">x</p>', '<p class="align-center">x</p>'],
    ['<p class="MsoNormal align-right">x</p>', '<p class="align-right">x</p>'],
    ['<a href="/news">x</a>', '<a href="/news" target="_blank" rel="noopener nofollow">x</a>'],
    [
      '<a href="mailto:a@b.example">x</a>',
      '<a href="mailto:a@b.example" target="_blank" rel="noopener nofollow">x</a>',
    ],
    [
      '<img src="/storage/a.png" width="20" height="9999" onload="x">',
      '<img src="/storage/a.png" alt="" width="20" />',
    ],
    ['<pre><code class="language-ts x">a &lt; b</code></pre>', '<pre><code class="language-ts">a &lt; b</code></pre>'],
    [
      '<table><tr><td colspan="2" style="width:1px">x</td></tr></table>',
      '<table><tr><td colspan="2">x</td></tr></table>',
    ],
    [
      '<figure><img src="/storage/b.png" alt="b"><figcaption>c</figcaption></figure>',
      '<figure><img src="/storage/b.png" alt="b" /><figcaption>c</figcaption></figure>',
    ],
    ['文本 & <em>重点</em>', '文本 &amp; <em>重点</em>'],
    ['<p> </p><p>&nbsp;</p><p><br></p>', ''],
  ])('keeps what means something of %s', (html, kept) => expect(cleanHtml(html)).toBe(kept));

  it.each(['https://a.example/b.png', 'http://a.example/b.png', 'https://site.example.evil/storage/b.png'])(
    'removes the image %s of another website and reports it apart from other losses',
    (src) => {
      const cleaned = sanitizeRichText(`<p>x</p><img src="${src}" alt="b">`, ['https://site.example']);
      expect(cleaned).toEqual({ html: '<p>x</p>', hasLoss: false, hasForeignImages: true });
    },
  );

  it('turns absolute addresses of own stored files into paths', () => {
    const html = '<img src="https://Site.example/storage/b.png"><img src="https://cdn.example/x/storage/c.png">';
    expect(sanitizeRichText(html, ['https://site.example', 'https://cdn.example/x'])).toEqual({
      html: '<img src="/storage/b.png" alt="" /><img src="/storage/c.png" alt="" />',
      hasLoss: false,
      hasForeignImages: false,
    });
    const longHtml = html + '<p>word </p>'.repeat(1_000);
    expect(sanitizeRichText(longHtml).hasForeignImages).toBe(true);
    expect(sanitizeRichText(longHtml, ['https://site.example', 'https://cdn.example/x']).hasForeignImages).toBe(false);
  });

  it('refuses paths out of the folder of stored files', () => {
    expect(cleanHtml('<p>x</p><img src="/storage/../admin/x"><img src="https://site.example/admin/x">')).toBe(
      '<p>x</p>',
    );
  });

  // @case M6
  it('parses 20 000 tags at most twice, and keeps only the plain text of more', () => {
    expect(cleanHtml('<em>a</em>'.repeat(9_999))).toBe('<em>a</em>'.repeat(9_999));
    expect(cleanHtml(`<p>kept</p>${'<b>'.repeat(30_000)}`)).toMatch(/^\s*kept\s*$/);
  });

  it('writes at most LIMITS.richTextCharacterReferences character references, whatever the characters are', () => {
    const getEntities = (html: string): number => cleanHtml(html).split('&').length - 1;
    for (const html of [
      '>'.repeat(900_000),
      `<img src="/storage/a.png" alt='${'"'.repeat(900_000)}'>`,
      `<img src="/storage/a.png" alt="${'>'.repeat(900_000)}">`,
    ])
      expect(getEntities(html)).toBeLessThanOrEqual(LIMITS.richTextCharacterReferences);
    // program code and quotations contain thousands of them
    expect(getEntities(`<pre><code>${'() => a '.repeat(20_000)}</code></pre>`)).toBe(20_000);
  });

  it('reports the loss of content, not of styles', () => {
    expect(sanitizeRichText('<p style="color:red"><span class="x">a</span></p>').hasLoss).toBe(false);
    for (const html of ['<p onclick=x>a</p>', '<iframe></iframe>a', '<a href="javascript:x">a</a>', '<img src=x>a'])
      expect([html, sanitizeRichText(html).hasLoss]).toEqual([html, true]);
  });

  const name = fc.constantFrom(
    ...'p div h1 h2 b a img table tr td li ul pre svg math style script form template x'.split(' '),
  );
  const attribute = fc.constantFrom(
    ' onerror=x',
    ' href="javascript:x"',
    ' href=/a',
    ' src="/storage/a"',
    ' style="text-align:right"',
    ' class="align-center"',
    ' title=">"',
    " '",
  );
  const piece = fc.oneof(
    fc.tuple(name, fc.array(attribute, { maxLength: 3 })).map(([tag, attributes]) => `<${tag}${attributes.join('')}>`),
    name.map((tag) => `</${tag}>`),
    fc.constantFrom(
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<',
      '>',
      '"',
      '&lt;',
      '&#x338;',
      '\u0338',
      '&#0;',
      '&nbsp;',
      'a',
      '中',
    ),
    fc.string({ unit: 'binary', maxLength: 4 }),
  );
  // @case T3.10
  it('changes nothing when it runs twice', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 24 }), (pieces) => {
        const cleanedOnce = cleanHtml(pieces.join(''));
        expect(cleanHtml(cleanedOnce)).toBe(cleanedOnce);
        expect(findUnsafeMarkup(cleanedOnce)).toEqual([]);
      }),
      { numRuns: 1500 },
    );
  });
});

describeOnEachDatabase('rich texts in the write path', (database) => {
  let engine: EngineHarness;
  const admin = superAdminActor(1);
  const news = () => engine.entity('news');
  const HOSTILE = '<p>Good</p><script>alert(1)</script><img src=x onerror=alert(1)>';
  beforeAll(async () => {
    engine = await openEngineHarness(database);
  });
  const stored = async (id: number) =>
    (await engine.services.db.rows<{ content: string }>('SELECT content FROM `news` WHERE id = ?', [id]))[0]?.content;

  it('rich texts are cleaned by every verb, and the response names fields that lost content', async () => {
    const made = await engine.writer.create(engine.as(admin), news(), { title: 'One', content: HOSTILE });
    expect([made.row['content'], made.cleaned]).toEqual(['<p>Good</p>', ['content']]);
    const { rows } = await engine.writer.createMany(engine.as(admin), news(), [{ title: 'Two', content: HOSTILE }]);
    expect(rows.map(({ row, cleaned }) => [row['content'], cleaned])).toEqual([['<p>Good</p>', ['content']]]);
    const edited = await engine.writer.update(engine.as(admin), news(), { id: made.id, content: `${HOSTILE}<p>b</p>` });
    expect([await stored(made.id), edited.cleaned]).toEqual(['<p>Good</p><p>b</p>', ['content']]);
    const fine = await engine.writer.update(engine.as(admin), news(), { id: made.id, content: '<p>c</p>' });
    expect('cleaned' in fine).toBe(false);
  });
  it('a required rich text that is empty after cleaning is missing', async () => {
    for (const content of ['<script>x</script>', '<p></p>', '<svg onload=x>']) {
      const fault = await catchFault(engine.writer.create(engine.as(admin), news(), { title: 'None', content }));
      expect([fault.code, fault.fields]).toEqual(['row.invalid', [{ path: 'content', code: 'required' }]]);
    }
  });
  // @case M6
  it('texts with too much markup are refused with an issue at the field, quickly, and nothing is stored', async () => {
    const before = await engine.services.db.rows('SELECT id FROM `news`');
    for (const [content, code] of [
      ['<b>'.repeat(160_000), 'too_deep'],
      ['<b>'.repeat(333_000), 'too_deep'],
      ['<table><td>'.repeat(90_000), 'too_deep'],
      ['<b></b>'.repeat(140_000), 'too_many_tags'],
    ] as const) {
      const start = performance.now();
      const fault = await catchFault(engine.writer.create(engine.as(admin), news(), { title: 'Many', content }));
      expect([fault.code, fault.fields?.map(({ path, code: issue }) => [path, issue])]).toEqual([
        'row.invalid',
        [['content', code]],
      ]);
      expect(performance.now() - start).toBeLessThan(2_000);
    }
    expect(await engine.services.db.rows('SELECT id FROM `news`')).toEqual(before);
  });
  // @case M6
  it('compare with a base of any size in linear time', async () => {
    const { id } = await engine.writer.create(engine.as(admin), news(), { title: 'Base', content: '<p>a</p>' });
    const body = { id, revision: 1, _base: { content: '<b>'.repeat(300_000) }, content: '<p>b</p>' };
    const start = performance.now();
    expect((await catchFault(engine.writer.update(engine.as(admin), news(), body))).code).toBe('row.conflict');
    expect(performance.now() - start).toBeLessThan(3_000);
  });
  it('cause neither conflict nor change when the uncleaned text is saved again', async () => {
    const { id } = await engine.writer.create(engine.as(admin), news(), { title: 'Same', content: HOSTILE });
    const body = { id, revision: 1, _base: { content: HOSTILE }, content: HOSTILE };
    expect(await engine.writer.update(engine.as(admin), news(), body)).toMatchObject({ revision: 1, merged: [] });
    const next = { ...body, content: '<p>Better</p>' };
    expect(await engine.writer.update(engine.as(admin), news(), next)).toMatchObject({ revision: 2 });
  });
});
