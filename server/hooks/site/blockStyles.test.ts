/** Accepted and refused styles of a home page block. */
import { describe, expect, it } from '@jest/globals';
import { superAdmin } from '../../testing/callers';
import { startTestServer } from '../../testing/testServer';
import { isBlockStyles } from './blockStyles';

const ACCEPTED = [
  '',
  'h2 { font-size: 3rem; letter-spacing: -0.02em; }',
  '.lead, p:first-child { color: #336699; margin: 0 auto; max-width: calc(100% - 2rem) }',
  'ul > li:nth-child(2n + 1):hover { background: linear-gradient(90deg, rgba(0, 0, 0, .2), #fff); padding: 1rem 2rem !important; }',
  "p { font-family: 'Noto Serif SC', Georgia, serif; line-height: 1.6; }",
  'div { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 16px; }',
  'div { width: min(100%, 1200px); padding: calc(1rem * 2) 4vw; grid-row: 1 / 3; color: rgb(255 255 255 / 50%) }',
  '.a.b ~ h2 + p::first-line{COLOR:Red!IMPORTANT;;}\n*{}',
];
/** Values that load a resource, read data or close the declaration. */
const VALUES = [
  'url(https://evil.example/x)',
  'URL( "//evil.example" )',
  'u\\72l(https://evil.example)',
  'image-set("https://evil.example/x" 1x)',
  'image(url(x))',
  'expression(alert(1))',
  'attr(value)',
  'var(--secret)',
  'env(safe-area-inset-top)',
  'paint(x)',
  '-moz-element(#x)',
  'cross-fade(url(a), url(b), 50%)',
  'red; position: fixed',
  'red } body { display: none',
  'red</style><script>alert(1)</script>',
  '"\\" ; } * { color: red',
  "'open",
  '/**/red',
  'red @import "x"',
];
const DECLARATIONS = [
  // wider or higher than any page
  'font-size: 99999px',
  'width: 10000px',
  'min-height: 1e9px',
  'padding: 0 500em',
  'width: 100000%',
  'margin-left: 5000vw',
  'line-height: 100000',
  'letter-spacing: -20000px',
  'width: calc(4000px * 9)',
  'width: calc(100px * 9 * 9 * 9)',
  'width: calc(100px / 0.0001)',
  'grid-template-columns: 90000px 1fr',
  'position: fixed',
  'position: absolute',
  'position: sticky',
  'inset: 0',
  'top: 0',
  'left: -100px',
  'z-index: 99999',
  'transform: scale(99)',
  'translate: 0 -100vh',
  'scale: 50',
  'margin: -100vh 0 0',
  'margin-top: -999px',
  'margin-left: calc(0px - 50vw) -1px',
  'content: "Sign in again"',
  'behavior: none',
  '-moz-binding: none',
  'cursor: none',
  'pointer-events: none',
  'animation: x 1s',
  'transition: all 1s',
  'filter: none',
  'clip-path: none',
  '--x: red',
  'font: inherit',
  'src: none',
  'all: unset',
  'background-image: url(/storage/a.png)',
  'list-style: url(x)',
  'mask: url(x)',
  'float: left; position:fixed',
  'color',
  ': red',
  'co\\6cor: red',
  'color: ',
];
const RULES = [
  '@import "https://evil.example/x.css";',
  '@import url(//evil.example);',
  '@font-face { font-family: a; }',
  '@media print { p { color: red } }',
  '@keyframes x { from { color: red } }',
  '@namespace url(x);',
  '@charset "utf-7";',
  'body { display: none }',
  'html { color: red }',
  ':root { color: red }',
  ':host { color: red }',
  'input[value^="a"] { color: red }',
  '[name=password] { color: red }',
  'a[href] { color: red }',
  '#root { color: red }',
  'input { color: red }',
  'textarea:hover { color: red }',
  'p:has(input) { color: red }',
  'p:not(.x) { color: red }',
  'p:is(body) { color: red }',
  'p::before { color: red }',
  'p::after { color: red }',
  'p::selection { color: red }',
  'p:visited { color: red }',
  'script { color: red }',
  'p { color: red',
  'p color: red }',
  '{ color: red }',
  'p { color: red } }',
  'p { p { color: red } }',
  '<!-- p { color: red } -->',
  '</style><img src=x onerror=alert(1)>',
  'p { color: red } <script>alert(1)</script>',
  'p\\{ color: red }',
  'p|a { color: red }',
  '/* } body { */ p { color: red }',
  'p { /* */ color: red }',
  'p, { color: red }',
  'p > { color: red }',
  'li:nth-child(2n + 1 of body) { color: red }',
  '.a { .b { color: red } }',
  '.a{'.repeat(1200),
  'a b c d e f g { color: red }',
  'p { color: red } '.repeat(201),
];
const HOSTILE = [
  ...VALUES.flatMap((value) => [`p { color: ${value}; }`, `p { background: ${value} }`]),
  ...DECLARATIONS.map((declaration) => `p { ${declaration} }`),
  ...RULES,
];

// @case T3.11
describe('home block styles', () => {
  it.each(ACCEPTED)('isBlockStyles: accepts %j', (text) => {
    expect(isBlockStyles(text)).toBe(true);
  });
  it(`isBlockStyles: refuses ${HOSTILE.length} hostile texts`, () => {
    expect(HOSTILE.length).toBeGreaterThanOrEqual(80);
    expect(HOSTILE.filter(isBlockStyles)).toEqual([]);
  });
  it('add, batchAdd, edit and batchEdit answer an error at the field for refused styles', async () => {
    const testServer = await startTestServer();
    const root = await superAdmin(testServer);
    const invalidStyles = { css_pc: 'p { position: fixed }', css_mobile: '@import "x";' };
    const made = await root.post('/admin/home_block/add', { name: 'Plain', css_pc: 'p { color: red }' });
    const { id } = made.data;
    const responses = [
      await root.post('/admin/home_block/add', { name: 'Two', ...invalidStyles }),
      await root.post('/admin/home_block/batchAdd', { list: [{ name: 'Three', ...invalidStyles }] }),
      await root.post('/admin/home_block/edit', { id, ...invalidStyles }),
    ];
    expect(responses.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(responses[0]?.data.fields).toMatchObject({ css_pc: expect.any(String), css_mobile: expect.any(String) });
    expect((await root.post('/admin/home_block/batchEdit', { ids: [id], set: invalidStyles })).data.ids).toEqual([]);
    expect((await root.get('/admin/home_block/edit', { id })).data.row).toMatchObject({ css_pc: 'p { color: red }' });
    await testServer.close();
  });
  it('isBlockStyles: refuses crafted long texts within 500 ms', () => {
    const began = performance.now();
    for (const text of [
      `p { ${'a'.repeat(4_000)}`,
      `${'a '.repeat(2_000)}{`,
      `p { color: ${'('.repeat(2_000)} }`,
      `${':a'.repeat(2_000)}{}`,
    ])
      expect(isBlockStyles(text)).toBe(false);
    expect(performance.now() - began).toBeLessThan(500);
  });
});
