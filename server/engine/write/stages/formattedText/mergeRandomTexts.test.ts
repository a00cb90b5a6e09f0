/** Random documents that two people edit at once: the merge loses no sentence of either and invents none; its result is sanitized. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sampleSize } from '../../../../../config/jest/testEnvironment';
import {
  mergeRichText,
  proposeMerge,
  resolveMerge,
  type BlockChoice,
} from '../../../../../common/text/richText/mergeRichText';
import { sanitizeRichText } from '../richText';

/** Each sentence has a number of its own, so that it is recognized in the merged text. */
interface Line {
  readonly id: string;
  readonly isChinese: boolean;
  readonly format: '' | 'strong' | 'em';
}
interface Part {
  readonly tag: 'p' | 'h2' | 'ul' | 'quote' | 'table' | 'pre';
  /** Sentences of a paragraph, lines of a program, texts of list items, cells or quoted paragraphs. */
  readonly lines: readonly Line[];
}
type Doc = readonly Part[];

const WORDS = [
  'amber',
  'brook',
  'cliff',
  'dune',
  'ember',
  'fjord',
  'grove',
  'heath',
  'inlet',
  'jetty',
  'knoll',
  'lagoon',
  'marsh',
];
/** Words that depend on the number, so that two sentences are as different as those of people. */
function getSentence({ id, isChinese }: Line): string {
  let hash = 7;
  for (const character of id) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  const words = [1, 13, 169, 2_197].map((step) => WORDS[Math.floor(hash / step) % WORDS.length] ?? '');
  const ideographs = ['山', '水', '天', '地', '风', '云', '花', '鸟', '日', '月']
    .filter((_, nth) => (hash >> nth) % 2 === 0)
    .join('');
  return isChinese ? `编号${id}${ideographs}。` : `Number ${id} ${words.join(' ')}.`;
}
const formatted = (line: Line): string =>
  line.format === '' ? getSentence(line) : `<${line.format}>${getSentence(line)}</${line.format}>`;
function partHtml({ tag, lines }: Part): string {
  if (tag === 'ul') return `<ul>${lines.map((line) => `<li><p>${formatted(line)}</p></li>`).join('')}</ul>`;
  if (tag === 'quote') return `<blockquote>${lines.map((line) => `<p>${formatted(line)}</p>`).join('')}</blockquote>`;
  if (tag === 'table')
    return `<table><tbody>${lines.map((line) => `<tr><td>${formatted(line)}</td><td></td></tr>`).join('')}</tbody></table>`;
  if (tag === 'pre') return `<pre><code>${lines.map(getSentence).join('\n')}</code></pre>`;
  return `<${tag}>${lines.map(formatted).join(' ')}</${tag}>`;
}
const toHtml = (doc: Doc): string =>
  doc
    .filter(({ lines }) => lines.length > 0)
    .map(partHtml)
    .join('');
const SENTENCE = /编号\w+[山水天地风云花鸟日月]*。|Number \w+ [a-z ]+\./g;
const sentencesIn = (html: string): readonly string[] => html.replaceAll(/<[^<>]*>/g, '').match(SENTENCE) ?? [];
/** What is left of a text without its known sentences and its markup. */
const getRest = (html: string): string =>
  html
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(SENTENCE, '')
    .trim();

interface Edit {
  readonly kind:
    'insertPart' | 'removePart' | 'movePart' | 'retag' | 'insertLine' | 'removeLine' | 'changeLine' | 'format';
  readonly part: number;
  readonly line: number;
  readonly other: number;
}
const index = fc.nat({ max: 1_000 });
const edit: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom<Edit['kind']>(
    'insertPart',
    'removePart',
    'movePart',
    'retag',
    'insertLine',
    'removeLine',
    'changeLine',
    'changeLine',
    'format',
  ),
  part: index,
  line: index,
  other: index,
});
const edits = fc.array(edit, { maxLength: 6 });
const tags: readonly Part['tag'][] = ['p', 'h2', 'ul', 'quote', 'table', 'pre'];
const part = fc.record({
  tag: fc.constantFrom('p', 'p', ...tags),
  lines: fc.array(fc.record({ isChinese: fc.boolean(), format: fc.constantFrom('', '', 'strong', 'em') }), {
    minLength: 1,
    maxLength: 5,
  }),
});
const doc: fc.Arbitrary<Doc> = fc.array(part, { maxLength: 8 }).map((parts) =>
  parts.map(({ tag, lines }, at): Part => ({
    tag,
    lines: lines.map((line, nth) => ({ ...line, id: `b${at}x${nth}` })),
  })),
);

function editPart({ tag, lines }: Part, { kind, line, other }: Edit, id: string): Part {
  const addedLine: Line = { id, isChinese: other % 2 === 0, format: '' };
  const at = lines.length === 0 ? 0 : line % lines.length;
  if (kind === 'retag') return { tag: tag === 'p' ? 'h2' : tag === 'h2' ? 'p' : tag, lines };
  if (kind === 'insertLine') return { tag, lines: lines.toSpliced(line % (lines.length + 1), 0, addedLine) };
  if (kind === 'removeLine') return { tag, lines: lines.toSpliced(at, 1) };
  const change = (old: Line): Line =>
    kind === 'changeLine' ? { ...old, id } : { ...old, format: old.format === 'strong' ? '' : 'strong' };
  return { tag, lines: lines.map((old, nth) => (nth === at ? change(old) : old)) };
}
function applyEdits(from: Doc, list: readonly Edit[], side: string): Doc {
  return list.reduce<Doc>((current, step, nth) => {
    const id = `${side}${nth}`;
    if (step.kind === 'insertPart' || current.length === 0) {
      const tag = tags[step.line % tags.length] ?? 'p';
      return current.toSpliced(step.part % (current.length + 1), 0, {
        tag,
        lines: [{ id, isChinese: false, format: '' }],
      });
    }
    const at = step.part % current.length;
    const moved = current.slice(at, at + 1);
    if (step.kind === 'removePart') return current.toSpliced(at, 1);
    if (step.kind === 'movePart') return current.toSpliced(at, 1).toSpliced(step.other % current.length, 0, ...moved);
    return current.map((old, place) => (place === at ? editPart(old, step, id) : old));
  }, from);
}

interface Case {
  readonly base: string;
  readonly theirs: string;
  readonly mine: string;
}
const cases: fc.Arbitrary<Case> = fc.tuple(doc, edits, edits).map(([base, theirEdits, ownEdits]) => ({
  base: toHtml(base),
  theirs: toHtml(applyEdits(base, theirEdits, 't')),
  mine: toHtml(applyEdits(base, ownEdits, 'm')),
}));
/** The merged text, with both versions of each conflict, or the one that is left of it. */
const keepAll = (merge: ReturnType<typeof mergeRichText>): string => {
  const choices = merge.conflicts.map(({ both, theirs }): BlockChoice =>
    both !== null ? 'both' : theirs === '' ? 'mine' : 'theirs',
  );
  return resolveMerge(merge, choices) ?? 'undecided';
};
const seed = Number(process.env['SEED_OF_TESTS'] ?? sampleSize(20_261, Date.now() % 1e6));
const parameters = { seed, numRuns: sampleSize(1_500, 20_000) };

describe('mergeRichText with random edits', () => {
  it('loses no sentence that one side wrote, keeps those of both, and invents nothing', () => {
    let mergedCount = 0;
    fc.assert(
      fc.property(cases, ({ base, theirs, mine }) => {
        const merge = mergeRichText(base, theirs, mine);
        const result = keepAll(merge);
        const [before, their, own, kept] = [base, theirs, mine, result].map((html) => new Set(sentencesIn(html)));
        const getIs = (set: ReadonlySet<string> | undefined, sentence: string) => set?.has(sentence) === true;
        for (const sentence of [...(their ?? []), ...(own ?? [])])
          if (!getIs(before, sentence) || (getIs(their, sentence) && getIs(own, sentence)))
            expect([...(kept ?? [])]).toContain(sentence);
        for (const sentence of kept ?? []) expect(getIs(their, sentence) || getIs(own, sentence)).toBe(true);
        expect(getRest(result)).toBe('');
        expect(sanitizeRichText(result)).toEqual({ html: result, hasLoss: false, hasForeignImages: false });
        if (merge.conflicts.length > 0) return;
        mergedCount += 1;
        // nothing is there twice, and a sentence that one side removed stays away
        expect(sentencesIn(result)).toHaveLength(kept?.size ?? 0);
        for (const sentence of before ?? [])
          expect(getIs(kept, sentence)).toBe(getIs(their, sentence) && getIs(own, sentence));
      }),
      parameters,
    );
    process.stdout.write(
      `${mergedCount} of ${parameters.numRuns} random texts merged without a conflict; seed ${seed}\n`,
    );
    expect(mergedCount).toBeGreaterThan(parameters.numRuns / 4);
  });

  it('returns the changed side when the other is unchanged, and both sides when they are equal', () => {
    fc.assert(
      fc.property(cases, ({ base, theirs, mine }) => {
        expect(resolveMerge(mergeRichText(base, theirs, base), [])).toBe(theirs);
        expect(resolveMerge(mergeRichText(base, base, mine), [])).toBe(mine);
        expect(resolveMerge(mergeRichText(base, mine, mine), [])).toBe(mine);
      }),
      parameters,
    );
  });

  it('gives each side the same conflicts and the same sentences', () => {
    fc.assert(
      fc.property(cases, ({ base, theirs, mine }) => {
        const [first, other] = [mergeRichText(base, theirs, mine), mergeRichText(base, mine, theirs)];
        expect(first.conflicts.length).toBe(other.conflicts.length);
        expect([...sentencesIn(proposeMerge(first))].sort()).toEqual([...sentencesIn(proposeMerge(other))].sort());
      }),
      parameters,
    );
  });

  it('never throws, whatever the texts are', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<p>',
        '</p>',
        '<ul>',
        '</ul>',
        '<li>',
        '</li>',
        '<tr>',
        '</td>',
        '<td>',
        '<br>',
        '<img src="a">',
        '<em>',
        '</em>',
        '<a href="',
        '">',
        '<',
        '>',
        '&',
        '&lt;',
        '。',
        '. ',
        '"',
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
    );
    const text = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, text, text, (base, theirs, mine) => {
        const merge = mergeRichText(base, theirs, mine);
        expect(
          resolveMerge(
            merge,
            merge.conflicts.map((): BlockChoice => 'mine'),
          ),
        ).toBeDefined();
      }),
      parameters,
    );
  });
});
