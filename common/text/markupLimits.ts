/** Limits of the markup in a formatted text. The scan is linear, so it runs before any parser sees the text. */
import { LIMITS } from '../limits';

const toSet = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const VOID_ELEMENTS = toSet('area base br col embed hr img input link meta param source track wbr');
/** The open elements that an opening tag closes: `<p>a<p>b` are two paragraphs, not one inside the other. */
const IMPLIED_END_TAGS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['p', toSet('p')],
  ['li', toSet('li')],
  ['dt', toSet('dt dd')],
  ['dd', toSet('dt dd')],
  ['td', toSet('td th')],
  ['th', toSet('td th')],
  ['tr', toSet('td th tr')],
  ['tbody', toSet('td th tr thead tbody')],
  ['tfoot', toSet('td th tr thead tbody')],
  ['option', toSet('option')],
]);
const TAG = /<(\/?)([A-Za-z][^\s/>]{0,20})/g;

export type MarkupIssue =
  | { readonly code: 'too_many_tags' | 'too_many_marks'; readonly params: { readonly max: number } }
  | { readonly code: 'too_deep'; readonly params: { readonly max: number } };

/** Whether a text holds a character more than `max` times. */
export function occursMoreThan(text: string, character: string, max: number): boolean {
  let index = text.indexOf(character);
  for (let count = 0; index >= 0; count += 1) {
    if (count === max) return true;
    index = text.indexOf(character, index + 1);
  }
  return false;
}

/**
 * The first limit that the text exceeds: `LIMITS.richTextTags` tags, `LIMITS.richTextDepth` elements inside each other, or `LIMITS.richTextMarks`
 * characters `<`, `>` or `&`, each of which the sanitizer writes as an entity where it is not markup, and then parses again.
 */
export function findMarkupIssue(html: string): MarkupIssue | undefined {
  const openElements: string[] = [];
  let tagCount = 0;
  for (const [, slash, rawName = ''] of html.matchAll(TAG)) {
    tagCount += 1;
    if (tagCount > LIMITS.richTextTags) return { code: 'too_many_tags', params: { max: LIMITS.richTextTags } };
    const name = rawName.toLowerCase();
    if (slash === '/') {
      const index = openElements.lastIndexOf(name);
      if (index >= 0) openElements.length = index;
      continue;
    }
    if (VOID_ELEMENTS.has(name)) continue;
    const impliedEnds = IMPLIED_END_TAGS.get(name);
    while (impliedEnds?.has(openElements.at(-1) ?? '')) openElements.pop();
    openElements.push(name);
    if (openElements.length > LIMITS.richTextDepth) return { code: 'too_deep', params: { max: LIMITS.richTextDepth } };
  }
  const hasTooMany = ['<', '>', '&'].some((special) => occursMoreThan(html, special, LIMITS.richTextMarks));
  return hasTooMany ? { code: 'too_many_marks', params: { max: LIMITS.richTextMarks } } : undefined;
}
