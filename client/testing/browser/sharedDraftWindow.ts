/** Windows in which people write the content of one news item together, and what their editors show. */
import type { Browser, Page } from 'playwright-core';
import { openViewer, signInByCall, type Viewer } from './viewer';

export const contentField = (page: Page) => page.locator('[data-field="content"]');
const contentEditor = (page: Page) => contentField(page).locator('.ProseMirror');

interface DraftWindowOptions {
  /** Address of the product. */
  readonly url: string;
  /** Id of the news item. */
  readonly id: number;
  readonly locale: string;
  /** The admin who opens the window; the first one when absent. */
  readonly person?: { readonly username: string; readonly password: string };
  /** Receives errors of the page and violations of its content security policy. */
  readonly complaints: string[];
}
/** Opens the news item in a window of its own, and waits for the editor. */
export async function openDraftWindow(
  browser: Browser,
  { url, id, locale, person, complaints }: DraftWindowOptions,
): Promise<Viewer> {
  const viewer = await openViewer(browser, locale);
  viewer.page.on('console', (message) => {
    if (/content security|trusted/i.test(message.text())) complaints.push(message.text());
  });
  viewer.page.on('pageerror', (error) => complaints.push(error.message));
  await signInByCall(viewer, url, person);
  await viewer.page.goto(`${url}/admin/news/${id}`);
  await contentEditor(viewer.page).waitFor();
  return viewer;
}

/** The paragraphs without the cursors of others, with `+text+` for suggested insertions and `-text-` for suggested deletions. */
export const readParagraphs = (page: Page): Promise<string[]> =>
  contentEditor(page).evaluate((box) =>
    [...box.querySelectorAll('p')].map((paragraph) => {
      const copy = paragraph.cloneNode(true) as Element;
      for (const cursor of copy.querySelectorAll('.shared-cursor')) cursor.remove();
      for (const inserted of copy.querySelectorAll('ins')) inserted.textContent = `+${inserted.textContent}+`;
      for (const deleted of copy.querySelectorAll('del')) deleted.textContent = `-${deleted.textContent}-`;
      return copy.textContent.replaceAll('\u2060', '');
    }),
  );

/** Milliseconds in which the editor reads a selection, and shows its own one after it got the focus. */
const SELECTION_MS = 50;
/** Nobody types within the milliseconds after a click, so this waits until the editor knows the selection. */
async function selectRange(page: Page, text: string, isCaret: boolean): Promise<void> {
  await contentEditor(page).focus();
  await page.waitForTimeout(SELECTION_MS);
  await contentEditor(page).evaluate(
    (box, [wanted, isCollapsed]) => {
      const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const at = node.textContent?.indexOf(wanted) ?? -1;
        if (at < 0) continue;
        const end = at + wanted.length;
        getSelection()?.setBaseAndExtent(node, isCollapsed ? end : at, node, end);
      }
    },
    [text, isCaret] as const,
  );
  await page.waitForTimeout(SELECTION_MS);
}
/** Selects a text in the editor. */
export const selectText = (page: Page, text: string): Promise<void> => selectRange(page, text, false);
/** Puts the caret behind a text in the editor, as a click there does. */
export const putCaretBehind = (page: Page, text: string): Promise<void> => selectRange(page, text, true);

/** Saves the form with the keyboard; resolves with the response. */
export async function saveByKey(
  page: Page,
): Promise<{ readonly code: number; readonly data: Record<string, unknown> }> {
  const saved = page.waitForResponse(
    (response) => response.url().includes('/admin/news/edit') && response.request().method() === 'POST',
  );
  await page.keyboard.press('Control+s');
  return (await (await saved).json()) as { code: number; data: Record<string, unknown> };
}

/** Composes a text as an input method does; `during` runs while it is not finished. */
export async function compose(
  page: Page,
  steps: readonly string[],
  text: string,
  during: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  for (const step of steps) {
    await devtools.send('Input.imeSetComposition', {
      text: step,
      selectionStart: step.length,
      selectionEnd: step.length,
    });
    await during();
  }
  await devtools.send('Input.insertText', { text });
}

/** Pastes a text into the editor, as the clipboard does. */
export const pasteText = (page: Page, text: string): Promise<void> =>
  contentEditor(page).evaluate((box, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);

/** Counts the compositions of the editor that begin and end from now on. */
export async function countCompositions(page: Page): Promise<() => Promise<readonly string[]>> {
  await contentEditor(page).evaluate((box) => {
    const events: string[] = [];
    Object.assign(box, { compositions: events });
    for (const name of ['compositionstart', 'compositionend']) box.addEventListener(name, () => void events.push(name));
  });
  return () => contentEditor(page).evaluate((box) => Reflect.get(box, 'compositions') as string[]);
}

/** The text of each block without the carets of others, also of headings, quotes and list items. */
export const readBlocks = (page: Page): Promise<string[]> =>
  contentEditor(page).evaluate((box) =>
    [...box.querySelectorAll('p, h2, h3, h4')].map((block) => {
      const copy = block.cloneNode(true) as Element;
      for (const caret of copy.querySelectorAll('.shared-cursor')) caret.remove();
      return copy.textContent.replaceAll('\u2060', '');
    }),
  );
