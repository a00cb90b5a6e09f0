/** The name at the cursor of somebody else. */
import { afterEach, expect, it, jest } from '@jest/globals';
import { keepNameInText } from './sharedExtensions';

afterEach(() => {
  jest.restoreAllMocks();
  document.body.replaceChildren();
});

it.each([
  ['moves to the left at the right edge of the text', { right: 420, top: 100 }, ['-31px', '', '']],
  ['moves below the cursor in the first line', { right: 380, top: 84 }, ['', '1.2em', 'auto']],
  ['stays where it fits', { right: 380, top: 100 }, ['', '', '']],
])('keepNameInText: the name %s', (_what, place, [left, top, bottom]) => {
  document.body.innerHTML = '<div class="ProseMirror"><span><b>Anna</b></span></div>';
  const label = document.querySelector('b') as HTMLElement;
  jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function of(this: Element) {
    return (this === label ? place : { right: 390, top: 90 }) as DOMRect;
  });
  keepNameInText(label);
  expect(label.style).toMatchObject({ left, top, bottom });
});
