/** Turns the styles of pasted HTML into elements: Google Docs and Word write bold, italic and underlined text as `span` with a style. */

/** The declarations of an element; `sanitizeHtml` renames the attribute. */
function readStyle(element: Element): ReadonlyMap<string, string> {
  const declarations = (element.getAttribute('data-style') ?? '').toLowerCase().split(';');
  return new Map(
    declarations.map((declaration) => {
      const [name = '', ...value] = declaration.split(':');
      return [name.trim(), value.join(':').trim()] as const;
    }),
  );
}
const isBold = (weight: string): boolean => /^bold/.test(weight) || Number(weight) >= 600;
/** Links are underlined by themselves. */
const isInLink = (element: Element): boolean => element.closest('a') !== null || element.querySelector('a') !== null;
const readDecoration = (style: ReadonlyMap<string, string>): string =>
  `${style.get('text-decoration') ?? ''} ${style.get('text-decoration-line') ?? ''}`;
const FORMATS: readonly (readonly [
  tag: string,
  test: (style: ReadonlyMap<string, string>, element: Element) => boolean,
])[] = [
  ['strong', (style) => isBold(style.get('font-weight') ?? '')],
  ['em', (style) => /^(?:italic|oblique)/.test(style.get('font-style') ?? '')],
  ['u', (style, element) => /\bunderline\b/.test(readDecoration(style)) && !isInLink(element)],
  ['s', (style) => /\bline-through\b/.test(readDecoration(style))],
  ['sub', (style) => style.get('vertical-align') === 'sub'],
  ['sup', (style) => style.get('vertical-align') === 'super'],
];

/** Replaces spans with formats by elements, and takes elements away that a style makes normal: Google Docs wraps everything in such a `b`. */
export function convertStyles(body: HTMLElement): void {
  for (const span of body.querySelectorAll('span[data-style]')) {
    const style = readStyle(span);
    for (const [tag, test] of FORMATS) {
      if (!test(style, span) || span.closest(tag) !== null) continue;
      const format = body.ownerDocument.createElement(tag);
      format.append(...span.childNodes);
      span.append(format);
    }
  }
  // browsers put it behind what was copied
  for (const end of body.querySelectorAll('br.Apple-interchange-newline')) end.remove();
  for (const bold of body.querySelectorAll('b[data-style],strong[data-style]'))
    if (/^(?:normal|[1-5]00)$/.test(readStyle(bold).get('font-weight') ?? '')) bold.replaceWith(...bold.childNodes);
}
