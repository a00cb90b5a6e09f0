/** How much markup a formatted text may hold. The scan is linear, so it runs before any parser sees the text. */
import { LIMITS } from '../limits';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const VOID = words('area base br col embed hr img input link meta param source track wbr');
/** The open elements that an opening tag closes: `<p>a<p>b` are two paragraphs, not one inside the other. */
const CLOSES: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['p', words('p')],
  ['li', words('li')],
  ['dt', words('dt dd')],
  ['dd', words('dt dd')],
  ['td', words('td th')],
  ['th', words('td th')],
  ['tr', words('td th tr')],
  ['tbody', words('td th tr thead tbody')],
  ['tfoot', words('td th tr thead tbody')],
  ['option', words('option')],
]);
const TAG = /<(\/?)([A-Za-z][^\s/>]{0,20})/g;

export type MarkupIssue =
  | { readonly code: 'too_many_tags' | 'too_many_marks'; readonly params: { readonly max: number } }
  | { readonly code: 'too_deep'; readonly params: { readonly max: number } };

/** Whether a text holds a character more than `max` times. */
export function holdsMoreThan(text: string, character: string, max: number): boolean {
  let at = text.indexOf(character);
  for (let count = 0; at >= 0; count += 1) {
    if (count === max) return true;
    at = text.indexOf(character, at + 1);
  }
  return false;
}

/**
 * The first limit that the text exceeds: `LIMITS.richTags` tags, `LIMITS.richDepth` elements inside each other, or `LIMITS.richMarks`
 * characters `<`, `>` or `&`, each of which the sanitizer writes as an entity where it is no markup, and then parses again.
 */
export function markupIssue(html: string): MarkupIssue | undefined {
  const open: string[] = [];
  let tags = 0;
  for (const [, slash, written = ''] of html.matchAll(TAG)) {
    tags += 1;
    if (tags > LIMITS.richTags) return { code: 'too_many_tags', params: { max: LIMITS.richTags } };
    const name = written.toLowerCase();
    if (slash === '/') {
      const at = open.lastIndexOf(name);
      if (at >= 0) open.length = at;
      continue;
    }
    if (VOID.has(name)) continue;
    const closed = CLOSES.get(name);
    while (closed?.has(open.at(-1) ?? '')) open.pop();
    open.push(name);
    if (open.length > LIMITS.richDepth) return { code: 'too_deep', params: { max: LIMITS.richDepth } };
  }
  const hasTooMany = ['<', '>', '&'].some((mark) => holdsMoreThan(html, mark, LIMITS.richMarks));
  return hasTooMany ? { code: 'too_many_marks', params: { max: LIMITS.richMarks } } : undefined;
}
