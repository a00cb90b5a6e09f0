/** Merging two versions of a formatted text: cases by hand, and random documents with random edits. */
import { describe, expect, it } from '@jest/globals';
import { LIMITS } from '../../limits';
import { mergeRichText, proposeMerge, resolveMerge, type BlockChoice } from './mergeRichText';

const p = (...sentences: readonly string[]) => `<p>${sentences.join(' ')}</p>`;
/** The merged text; a conflict is written as `[base|theirs|mine]`. */
const merge = (base: string, theirs: string, mine: string): string =>
  mergeRichText(base, theirs, mine)
    .pieces.map((piece) => (typeof piece === 'string' ? piece : `[${piece.base}|${piece.theirs}|${piece.mine}]`))
    .join('');

describe('mergeRichText: blocks', () => {
  it.each([
    [
      'changes of different paragraphs',
      [p('One.') + p('Two.') + p('Three.'), p('One!') + p('Two.') + p('Three.'), p('One.') + p('Two.') + p('Three!')],
      p('One!') + p('Two.') + p('Three!'),
    ],
    [
      'neighbouring paragraphs',
      [
        p('One is here.') + p('Two is there.'),
        p('One is gone.') + p('Two is there.'),
        p('One is here.') + p('Two is back.'),
      ],
      p('One is gone.') + p('Two is back.'),
    ],
    [
      'paragraphs that both add at the end',
      [p('A.'), p('A.') + p('T.'), p('A.') + p('M.')],
      p('A.') + p('T.') + p('M.'),
    ],
    ['texts that both begin', ['', p('T.'), p('M.')], p('T.') + p('M.')],
    ['an equal addition once', [p('A.'), p('A.') + p('N.'), p('N.') + p('A.') + p('N.')], p('N.') + p('A.') + p('N.')],
    [
      'a removal beside a change',
      [
        p('One is here.') + p('Two is there.') + p('End.'),
        p('Two is there.') + p('End.'),
        p('One is here.') + p('Two is back.') + p('End.'),
      ],
      p('Two is back.') + p('End.'),
    ],
    [
      'a change of a paragraph that the other side moved',
      [
        p('Alpha is first.') + p('Beta is next.') + p('Gamma is last.'),
        p('Beta is next.') + p('Gamma is last.') + p('Alpha is first.'),
        p('Alpha is the first.') + p('Beta is next.') + p('Gamma is last.'),
      ],
      p('Beta is next.') + p('Gamma is last.') + p('Alpha is the first.'),
    ],
    [
      'a paragraph that both moved, once',
      [
        p('Alpha is first.') + p('Beta is next.') + p('Gamma is last.'),
        p('Beta is next.') + p('Alpha is first.') + p('Gamma is last.'),
        p('Beta is next.') + p('Gamma is last.') + p('Alpha is first.'),
      ],
      p('Beta is next.') + p('Alpha is first.') + p('Gamma is last.'),
    ],
    [
      'a heading that became smaller with its new words',
      ['<h2>The old title</h2>', '<h3>The old title</h3>', '<h2>The new title</h2>'],
      '<h3>The new title</h3>',
    ],
    [
      'items of a list',
      [
        '<ul><li><p>Milk</p></li><li><p>Bread</p></li></ul>',
        '<ul><li><p>Oat milk</p></li><li><p>Bread</p></li></ul>',
        '<ul><li><p>Milk</p></li><li><p>Bread</p></li><li><p>Eggs</p></li></ul>',
      ],
      '<ul><li><p>Oat milk</p></li><li><p>Bread</p></li><li><p>Eggs</p></li></ul>',
    ],
    [
      'cells of a table row, and a row',
      [
        '<table><tr><td>a</td><td>b</td></tr></table>',
        '<table><tr><td>A</td><td>b</td></tr></table>',
        '<table><tbody><tr><td>a</td><td>B</td></tr><tr><td>c</td><td>d</td></tr></tbody></table>',
      ],
      '<table><tbody><tr><td>A</td><td>B</td></tr><tr><td>c</td><td>d</td></tr></tbody></table>',
    ],
    [
      'a change of one side when the other only wrote the same content in other markup',
      [
        '<ul><li>a</li></ul><p>x <strong>y</strong></p>',
        '<ul><li>b</li></ul><p>x <strong>y</strong></p>',
        '<ul><li><p>a</p></li></ul><p>x <strong>z</strong></p>',
      ],
      '<ul><li>b</li></ul><p>x <strong>z</strong></p>',
    ],
    [
      'images',
      [
        '<img src="/storage/a.png" alt="" />',
        '<img src="/storage/a.png" alt="" /><img src="/storage/b.png" alt="" />',
        '<p>Text</p><img src="/storage/a.png" alt="" />',
      ],
      '<p>Text</p><img src="/storage/a.png" alt="" /><img src="/storage/b.png" alt="" />',
    ],
    [
      'lines of a program',
      [
        '<pre><code>one\ntwo\nthree</code></pre>',
        '<pre><code>ONE\ntwo\nthree</code></pre>',
        '<pre><code>one\ntwo\nTHREE\nfour</code></pre>',
      ],
      '<pre><code>ONE\ntwo\nTHREE\nfour</code></pre>',
    ],
    [
      'a list that both empty',
      ['<ul><li>a</li><li>b</li></ul><p>c</p>', '<ul><li>b</li></ul><p>c</p>', '<ul><li>a</li></ul><p>c</p>'],
      '<p>c</p>',
    ],
    ['texts without an element', ['', 'theirs', 'mine'], 'theirs<br />mine'],
  ] as const)('keeps %s', (_case, [base, theirs, mine], merged) => expect(merge(base, theirs, mine)).toBe(merged));

  it.each([
    [
      'a paragraph that one side changed and the other removed',
      [p('One.') + p('Two is here.'), p('One.'), p('One.') + p('Two is gone.')],
      `${p('One.')}[${p('Two is here.')}||${p('Two is gone.')}]`,
    ],
    ['one sentence that both changed', [p('One.'), p('One!'), p('One?')], `[${p('One.')}|${p('One!')}|${p('One?')}]`],
    [
      'alignments of one paragraph',
      ['<p>a</p>', '<p class="align-center">a</p>', '<p class="align-right">a</p>'],
      '[<p>a</p>|<p class="align-center">a</p>|<p class="align-right">a</p>]',
    ],
    [
      'a column added beside a new row',
      [
        '<table><tbody><tr><td>a</td></tr></tbody></table>',
        '<table><tbody><tr><td>a</td><td>b</td></tr></tbody></table>',
        '<table><tbody><tr><td>a</td></tr><tr><td>c</td></tr></tbody></table>',
      ],
      '[<table><tbody><tr><td>a</td></tr></tbody></table>|<table><tbody><tr><td>a</td><td>b</td></tr></tbody></table>|<table><tbody><tr><td>a</td></tr><tr><td>c</td></tr></tbody></table>]',
    ],
  ] as const)('reports a conflict for %s', (_case, [base, theirs, mine], merged) =>
    expect(merge(base, theirs, mine)).toBe(merged),
  );

  it('names the elements around a conflict', () => {
    const list = (item: string) => `<ul><li><p>Milk</p></li><li><p>${item}</p></li></ul>`;
    const merged = mergeRichText(list('Bread'), list('Rye bread'), list('Bread rolls'));
    expect(merged.conflicts).toMatchObject([{ base: '<p>Bread</p>', around: ['<ul><li>', '</li></ul>'] }]);
    expect(resolveMerge(merged, ['mine'])).toBe(list('Bread rolls'));
    expect(resolveMerge(merged, ['both'])).toBe(list('Rye bread Bread rolls'));
    expect(resolveMerge(merged, [])).toBeUndefined();
  });
});

describe('mergeRichText: sentences', () => {
  it.each([
    [
      'Latin',
      [p('One is. Two is. Three is.'), p('One was. Two is. Three is.'), p('One is. Two is. Three was.')],
      p('One was. Two is. Three was.'),
    ],
    [
      'Chinese',
      [
        '<p>第一句话。第二句话。第三句话。</p>',
        '<p>第一句新话。第二句话。第三句话。</p>',
        '<p>第一句话。第二句话！加一句。第三句话。</p>',
      ],
      '<p>第一句新话。第二句话！加一句。第三句话。</p>',
    ],
    ['sentences that both add at the end', [p('A.'), p('A. T.'), p('A. M.')], p('A. T. M.')],
    ['Chinese sentences that both add', ['<p>甲。</p>', '<p>甲。乙。</p>', '<p>甲。丙。</p>'], '<p>甲。乙。丙。</p>'],
    ['sentences before the first', [p('A.'), p('T. A.'), p('M. A.')], p('T. M. A.')],
    [
      'a format beside a word',
      [p('One is. Two is.'), '<p><strong>One is. </strong>Two is.</p>', p('One is. Two was.')],
      '<p><strong>One is. </strong>Two was.</p>',
    ],
    [
      'a format across both sentences',
      ['<p><em>One is. Two is.</em></p>', '<p><em>One was. Two is.</em></p>', '<p><em>One is. Two was.</em></p>'],
      '<p><em>One was. Two was.</em></p>',
    ],
    [
      'a number with a point',
      [p('It costs 3.50 now. Buy.'), p('It costs 3.80 now. Buy.'), p('It costs 3.50 now. Sell.')],
      p('It costs 3.80 now. Sell.'),
    ],
    ['a line break', ['<p>One<br />Two</p>', '<p>1<br />Two</p>', '<p>One<br />2</p>'], '<p>1<br />2</p>'],
    [
      'a link',
      [
        '<p>See <a href="/a">this. And</a> that.</p>',
        '<p>See <a href="/a">these. And</a> that.</p>',
        '<p>See <a href="/a">this. And</a> those.</p>',
      ],
      '<p>See <a href="/a">these. And</a> those.</p>',
    ],
  ] as const)('keeps %s', (_case, [base, theirs, mine], merged) => expect(merge(base, theirs, mine)).toBe(merged));

  it('a conflicting paragraph: both versions contain the sentences that only one side changed', () => {
    const merged = mergeRichText(
      p('First one. Middle one. Last one.'),
      p('First of theirs. Middle of theirs. Last one.'),
      p('First one. Middle of mine. Last of mine.'),
    );
    const choose = (choice: BlockChoice) => resolveMerge(merged, [choice]);
    expect(choose('theirs')).toBe(p('First of theirs. Middle of theirs. Last of mine.'));
    expect(choose('mine')).toBe(p('First of theirs. Middle of mine. Last of mine.'));
    expect(choose('both')).toBe(p('First of theirs. Middle of theirs. Middle of mine. Last of mine.'));
    expect(proposeMerge(merged)).toBe(choose('both'));
  });
});

describe('mergeRichText: unusual texts', () => {
  const isWhole = (base: string, theirs: string, mine: string) => {
    const { pieces, conflicts } = mergeRichText(base, theirs, mine);
    return pieces.length === 1 && conflicts.length === 1 && conflicts[0]?.both === null;
  };
  it.each([
    ['torn elements', '<p>a</em></p>'],
    ['an open element', '<p>a'],
    ['a forbidden element', '<script>x</script>'],
    ['an open tag', '<p>a</p><p'],
    ['a tag in a tag', '<p <p>>a</p>'],
    ['an open quote', '<a href="x>a</a>'],
    [
      'too deep nesting',
      '<blockquote>'.repeat(LIMITS.richTextDepth + 1) + '</blockquote>'.repeat(LIMITS.richTextDepth + 1),
    ],
    ['too many tags', '<em>a</em>'.repeat(LIMITS.richTextTags)],
    ['too much text', 'x'.repeat(LIMITS.richTextBytes + 1)],
  ])('makes one conflict of a text with %s', (_case, html) => {
    expect(isWhole(p('b'), html, p('c'))).toBe(true);
    expect(isWhole(p('b'), p('c'), html)).toBe(true);
    expect(isWhole(html, p('b'), p('c'))).toBe(true);
  });

  const numbers = (count: number, write: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => write(index)).join('');
  it.each([
    ['2 MB without markup', (side: string) => `${side} a. `.repeat(500_000)],
    ['sentences that all differ', (side: string) => p(numbers(25_000, (index) => `${side}${index} is. `))],
    ['equal sentences', (side: string) => `<p>${side}. ${'Same. '.repeat(60_000)}${side}.</p>`],
    [
      'paragraphs that all differ',
      (side: string) => numbers(9_900, (index) => `<p>${side} paragraph ${index} ${side}</p>`),
    ],
    [
      'paragraphs in another order',
      (side: string) => numbers(9_900, (index) => `<p>Paragraph ${(index * side.length * 7_919) % 9_901}</p>`),
    ],
    [
      'two kinds of paragraphs',
      (side: string) => numbers(9_900, (index) => (index % (side.length + 2) === 0 ? '<p>a</p>' : '<p>b</p>')),
    ],
    ['deep lists', (side: string) => `${'<ul><li>'.repeat(49)}${`${side} `.repeat(50_000)}${'</li></ul>'.repeat(49)}`],
    [
      'many elements around a text',
      (side: string) =>
        `<p>${'<em><u><s><sub><sup>'.repeat(19)}${`${side}<br>`.repeat(19_000)}${'</sup></sub></s></u></em>'.repeat(19)}</p>`,
    ],
    ['unclosed quotes', (side: string) => `<a href="${side}`.repeat(100_000)],
    ['open brackets', (side: string) => `${side}<`.repeat(500_000)],
  ])(
    'merges %s in linear time',
    (_case, write) => {
      // far more than a busy computer needs; in quadratic time it takes minutes
      const start = Date.now();
      mergeRichText(write('b'), write('theirs'), write('mine!'));
      expect(Date.now() - start).toBeLessThan(60_000);
    },
    90_000,
  );
});
