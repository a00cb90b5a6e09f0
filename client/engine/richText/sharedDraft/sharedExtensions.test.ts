/** The name at the caret of somebody else. */
import { afterEach, expect, it, jest } from '@jest/globals';
import { keepNameInText } from './sharedExtensions';

afterEach(() => {
  jest.restoreAllMocks();
  document.body.replaceChildren();
});

it.each([
  ['moves to the left at the right edge of the text', 420, '-31px'],
  ['stays where it fits', 380, ''],
])('keepNameInText: the name %s', (_what, right, left) => {
  document.body.innerHTML = '<div class="ProseMirror"><span><b>Anna</b></span></div>';
  const label = document.querySelector('b') as HTMLElement;
  jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function of(this: Element) {
    return { right: this === label ? right : 390 } as DOMRect;
  });
  keepNameInText(label);
  expect(label.style.left).toBe(left);
});
