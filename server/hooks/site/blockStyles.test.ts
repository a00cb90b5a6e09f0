/** Accepted and refused styles of a home page block. */
import { describe, expect, it } from '@jest/globals';
import { superAdmin } from '../../testing/callers';
import { startTestServer } from '../../testing/testServer';
import { findBlockStylesIssue } from './blockStyles';

const ACCEPTED = [
  '',
  'h2 { font-size: 3rem; letter-spacing: -0.02em; }',
  '.lead, p:first-child { color: #336699; margin: 0 auto; max-width: calc(100% - 2rem) }',
  'ul > li:nth-child(2n + 1):hover { background: linear-gradient(90deg, rgba(0, 0, 0, .2), #fff); padding: 1rem 2rem !important; }',
  "p { font-family: 'Noto Serif SC', Georgia, serif; line-height: 1.6; }",
  'div { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 16px; }',
  'div { width: min(100%, 1200px); padding: calc(1rem * 2) 4vw; grid-row: 1 / 3; color: rgb(255 255 255 / 50%) }',
  'div { width: min(100% - 2rem, 1200px); border-radius: 999px; background-size: 200% 100%; font-size: 120% }',
  'div { width: calc(100% / 3); min-height: 100vh; max-width: 40em }',
  'p { letter-spacing: -0.5cm; border: 1pt solid; box-shadow: 0 24px 60px rgb(0 0 0 / 20%); flex: 1 1 240px }',
  'div { grid-template-columns: repeat(auto-fit, minmax(240px, 1fr)); font-size: clamp(1rem, 2vw + 1rem, 3rem) }',
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
/** Wider or higher than any page. */
const TOO_LARGE = [
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
  'letter-spacing: -501px',
  'word-spacing: 16cm',
  'border: 40rem solid',
  'text-shadow: 0 600px red',
  'box-shadow: 0 0 0 9999px red',
  'font-size: 6in',
  'padding: 21in',
  'padding: 1E3IN',
  'padding: 60cm',
  'padding: 600mm',
  'padding: 1600pt',
  'padding: 130pc',
  'padding: 2200Q',
  'padding: 130rem',
  'padding: 70em',
  'padding: 110vw',
  'padding: 110vmax',
  'padding: 110cqw',
  'min-height: 200dvh',
  'width: 250%',
  'line-height: 90',
  'width: calc(100vw + 1900px + 1900px)',
  'width: min(300vw, 1px)',
  'grid-template-rows: repeat(100, 1000px)',
  'grid-template-rows: 2000px 2000px 2000px',
  'grid-row: 1 / 4000',
];
const DECLARATIONS = [
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
  it.each(ACCEPTED)('findBlockStylesIssue: accepts %j', (text) => {
    expect(findBlockStylesIssue(text)).toBeUndefined();
  });
  it(`findBlockStylesIssue: refuses ${HOSTILE.length} hostile texts`, () => {
    expect(HOSTILE.length).toBeGreaterThanOrEqual(80);
    expect(HOSTILE.filter((text) => findBlockStylesIssue(text) !== 'css')).toEqual([]);
  });
  it('findBlockStylesIssue: names lengths that are too large in any unit, also computed ones', () => {
    const issues = TOO_LARGE.map((declaration) => [declaration, findBlockStylesIssue(`p { ${declaration} }`)]);
    expect(issues.filter(([, issue]) => issue !== 'css_length')).toEqual([]);
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
    const large = await root.post('/admin/home_block/add', { name: 'Four', css_pc: 'p { padding: 30in }' });
    expect(large.data.fields).toEqual({ css_pc: expect.stringMatching(/^A length is too large\./) });
    expect(responses.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(responses[0]?.data.fields).toMatchObject({ css_pc: expect.any(String), css_mobile: expect.any(String) });
    expect((await root.post('/admin/home_block/batchEdit', { ids: [id], set: invalidStyles })).data.ids).toEqual([]);
    expect((await root.get('/admin/home_block/edit', { id })).data.row).toMatchObject({ css_pc: 'p { color: red }' });
    await testServer.close();
  });
  it('findBlockStylesIssue: refuses crafted long texts within 500 ms', () => {
    const began = performance.now();
    for (const text of [
      `p { ${'a'.repeat(4_000)}`,
      `${'a '.repeat(2_000)}{`,
      `p { color: ${'('.repeat(2_000)} }`,
      `${':a'.repeat(2_000)}{}`,
    ])
      expect(findBlockStylesIssue(text)).toBe('css');
    expect(performance.now() - began).toBeLessThan(500);
  });
});
