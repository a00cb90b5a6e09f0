/** The differences of two formatted texts, as a reader sees them. */
import { describe, expect, it } from '@jest/globals';
import { serializeRuns } from './blocks';
import { compareRichText, type ComparedBlock } from './compareRichText';

const marked = (change: string, text: string) =>
  change === 'same' ? text : change === 'added' ? `{+${text}+}` : `{-${text}-}`;
const write = (blocks: readonly ComparedBlock[]): string =>
  blocks
    .map((compared) => {
      if (compared.kind === 'whole') return marked(compared.change, compared.block.html);
      const content =
        compared.kind === 'text'
          ? compared.runs.map(({ change, run }) => marked(change, serializeRuns([run]))).join('')
          : write(compared.children);
      return compared.tag === null ? content : `<${compared.tag.name}>${content}</${compared.tag.name}>`;
    })
    .join('');
const compare = (before: string, after: string) => write(compareRichText(before, after) ?? []);

describe('compareRichText', () => {
  it.each([
    ['words', ['<p>One old word.</p>', '<p>One new word.</p>'], '<p>One {-old-}{+new+} word.</p>'],
    ['Chinese characters', ['<p>第一句话。</p>', '<p>第二句话。</p>'], '<p>第{-一-}{+二+}句话。</p>'],
    [
      'a format',
      ['<p>One word</p>', '<p>One <strong>word</strong></p>'],
      '<p>One {-word-}{+<strong>word</strong>+}</p>',
    ],
    ['a new paragraph', ['<p>a</p>', '<p>a</p><p>b</p>'], '<p>a</p>{+<p>b</p>+}'],
    [
      'a removed list item',
      ['<ul><li>a</li><li>b</li></ul>', '<ul><li>b</li></ul>'],
      '<ul>{-<li>a</li>-}<li>b</li></ul>',
    ],
    ['a heading in place of a paragraph', ['<p>a b</p>', '<h2>a b</h2>'], '{-<p>a b</p>-}{+<h2>a b</h2>+}'],
    [
      'other markup of the same content',
      ['<ul><li>a</li></ul>', '<ul><li><p>a</p></li></ul>'],
      '<ul><li><p>a</p></li></ul>',
    ],
    ['a text that is empty', ['<p>a</p>', ''], '{-<p>a</p>-}'],
  ] as const)('marks %s', (_case, [before, after], differences) => expect(compare(before, after)).toBe(differences));

  it('is undefined for a text that is not well-formed', () =>
    expect(compareRichText('<p>a', '<p>a</p>')).toBeUndefined());
});
