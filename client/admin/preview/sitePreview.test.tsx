/** The preview of a form as staff use it: which values are sent, which page the frame or the second window gets, and the messages. */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { asRecord, asString } from '../../../common/json';
import { PREVIEW_READY, type PreviewRequest } from '../../../common/site/preview';
import { EntityPage } from '../../engine/EntityPage';
import { RecordPreviewContext } from '../../engine/preview/recordPreview';
import { PHONE_QUERY, WIDE_QUERY } from '../../shared/theme/designTokens';
import { update } from '../../testing/formHarness';
import type { RecordedRequest, FakeResponse } from '../../testing/fakeHttpServer';
import { createListResponse, openScreen, thing, wholeRow, type Screen } from '../../testing/screenHarness';
import { rewrite, write } from '../../testing/typeText';
import { sitePreview } from './sitePreview';

const PATH = '/admin/site/preview';
const usualMedia = window.matchMedia;
const usualOpen = window.open;
let shown = WIDE_QUERY;
let rendered: Screen;
beforeEach(() => {
  shown = WIDE_QUERY;
  window.matchMedia = (media) => Object.assign(usualMedia(media), { matches: media === shown });
});
afterEach(async () => {
  cleanup();
  window.matchMedia = usualMedia;
  window.open = usualOpen;
  await rendered.close();
});

const getRequest = ({ body }: RecordedRequest) => body as PreviewRequest;
/** Responds with a page that names the title of the form. */
const getPage = (request: RecordedRequest): FakeResponse => {
  const { values, lang } = getRequest(request);
  const html = `<h1>${asString(values['title']) || 'stored'}</h1>`;
  return { envelope: { data: { page: { path: '/x', version: lang, title: '', html, styles: '' }, invalid: [] } } };
};

interface Wishes {
  readonly record?: string;
  readonly actions?: readonly string[];
  readonly entities?: readonly string[];
  readonly answer?: (request: RecordedRequest) => FakeResponse;
}
async function openForm({ record = '1', actions, entities = ['thing'], answer: respond = getPage }: Wishes = {}) {
  const page = (
    <RecordPreviewContext value={{ ...sitePreview, entities }}>
      <EntityPage entity={thing} />
    </RecordPreviewContext>
  );
  rendered = await openScreen(page, {
    at: `/admin/thing?record=${record}`,
    ...(actions ? { actions } : {}),
    respond: (request) => {
      if (request.path === PATH) return respond(request);
      if (request.path.endsWith('/edit')) return { envelope: { data: { row: wholeRow(1), refs: {}, seq: '10' } } };
      return { envelope: { data: createListResponse([wholeRow(1)]) } };
    },
  });
  await screen.findByLabelText(/^Title/);
}
const title = () => screen.getByLabelText<HTMLInputElement>(/^Title/);
const findButton = () => screen.findByRole('button', { name: 'Preview' });
const openPreview = async () => {
  await userEvent.click(await findButton());
  return screen.findByTitle<HTMLIFrameElement>('Page with unsaved changes');
};
const requests = () => rendered.fakeServer.requests.filter(({ path }) => path === PATH).map(getRequest);
const asksFor = (count: number) => waitFor(() => expect(requests()).toHaveLength(count));
const pause = (ms: number) => act(() => new Promise<void>((done) => setTimeout(done, ms)));
/** Records the messages to a window, and reports that its page is ready. */
function watch(target: Window) {
  const post = jest.fn<(message: unknown, origin: string) => void>();
  Object.defineProperty(target, 'postMessage', { value: post, configurable: true });
  const says = (data: unknown, origin = location.origin, source: Window = target) =>
    act(() => void window.dispatchEvent(new MessageEvent('message', { data, origin, source })));
  const pages = () => post.mock.calls.map(([message]) => message as { lang: string; page: { html: string } });
  return { post, says, isReady: () => says(PREVIEW_READY), html: () => pages().at(-1)?.page.html, pages };
}
const frameWindow = (frame: HTMLIFrameElement) => {
  if (frame.contentWindow === null) throw new Error('the frame has no window');
  return watch(frame.contentWindow);
};

describe('the preview button', () => {
  it('is absent without permission to edit, and for entities without a preview', async () => {
    await openForm({ actions: ['index', 'add'] });
    expect(screen.queryByRole('button', { name: 'Preview' })).toBeNull();
    cleanup();
    await rendered.close();
    await openForm({ entities: ['other'] });
    expect(screen.queryByRole('button', { name: 'Preview' })).toBeNull();
  });

  it('the preview of a new record is shown to people who may only add', async () => {
    await openForm({ record: 'new', actions: ['index', 'add'] });
    expect(await findButton()).toHaveAttribute('aria-pressed', 'false');
  });

  it('is an icon with a name on a phone, where the preview covers the screen', async () => {
    shown = PHONE_QUERY;
    await openForm();
    expect((await findButton()).textContent).toBe('');
    expect(await openPreview()).toHaveAttribute('data-device', 'phone');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Preview' })).toBeNull());
    expect(title()).toBeInTheDocument();
  });
});

describe('the preview', () => {
  it('shows a stored record at once, follows typed text and remote changes, and stores nothing', async () => {
    await openForm();
    const { isReady, html, post } = frameWindow(await openPreview());
    await asksFor(1);
    expect(requests()[0]).toEqual({ entity: 'thing', id: 1, values: {}, lang: 'en' });
    expect(post).not.toHaveBeenCalled();
    isReady();
    await waitFor(() => expect(html()).toBe('<h1>stored</h1>'));
    expect(post).toHaveBeenLastCalledWith(expect.objectContaining({ type: 'atrium:preview' }), location.origin);
    await write(title(), ' typed');
    await waitFor(() => expect(html()).toBe('<h1>Thing 1 typed</h1>'));
    expect(requests().at(-1)?.values).toEqual({ title: 'Thing 1 typed' });
    act(() => rendered.receiveChange(update(2, { note: 'From Anna' })));
    await asksFor(3);
    expect(
      rendered.fakeServer.requests.filter(({ method, path }) => method === 'POST' && path.startsWith('/admin/thing/')),
    ).toEqual([]);
  });

  it('sends all filled fields of a new record', async () => {
    await openForm({ record: 'new' });
    await openPreview();
    await write(title(), 'Fresh');
    await waitFor(() => expect(requests().at(-1)).toMatchObject({ id: null, values: { title: 'Fresh', open: 0 } }));
    expect(requests().at(-1)?.values).not.toHaveProperty('note');
  });

  it('has one request at a time, and ends with the latest values', async () => {
    let release: () => void = () => undefined;
    const first = new Promise<void>((resolve) => (release = resolve));
    let count = 0;
    await openForm({ answer: (request) => ({ ...getPage(request), ...((count += 1) === 1 ? { after: first } : {}) }) });
    const { isReady, pages } = frameWindow(await openPreview());
    isReady();
    await asksFor(1);
    for (const text of ['One', 'Two', 'Three']) {
      await rewrite(title(), text);
      await pause(300);
    }
    expect(requests()).toHaveLength(1);
    act(() => release());
    await waitFor(() => expect(pages().map(({ page }) => page.html)).toEqual(['<h1>stored</h1>', '<h1>Three</h1>']));
    expect(requests()).toHaveLength(2);
  });

  it('sends nothing to a window that is not its own, and nothing on messages of other origins', async () => {
    await openForm();
    const { says, post } = frameWindow(await openPreview());
    await asksFor(1);
    says(PREVIEW_READY, 'https://evil.example');
    says(PREVIEW_READY, location.origin, window);
    says('something else');
    expect(post).not.toHaveBeenCalled();
  });

  it('names the fields whose unsaved values are shown as stored', async () => {
    const respond = (request: RecordedRequest): FakeResponse => {
      const { envelope } = getPage(request);
      const invalid = 'title' in getRequest(request).values ? ['title', 'price'] : [];
      return { envelope: { data: { ...asRecord(envelope?.data), invalid } } };
    };
    await openForm({ answer: respond });
    await openPreview();
    expect(screen.queryByText(/^Not valid yet/)).toBeNull();
    await write(title(), '!');
    expect(await screen.findByText('Not valid yet, so the saved value is shown: Title, Price')).toBeInTheDocument();
  });

  it('keeps the page after a failure, names it, and asks again', async () => {
    let fails = false;
    await openForm({
      answer: (request) => (fails ? { envelope: { code: 0, msg: 'The site is busy' } } : getPage(request)),
    });
    const { isReady, html } = frameWindow(await openPreview());
    isReady();
    await waitFor(() => expect(html()).toBe('<h1>stored</h1>'));
    fails = true;
    await write(title(), '!');
    expect(await screen.findByText('The site is busy')).toBeInTheDocument();
    fails = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(html()).toBe('<h1>Thing 1!</h1>'));
    expect(screen.queryByText('The site is busy')).toBeNull();
  });

  it('reports the lost connection, and continues after reconnecting', async () => {
    await openForm();
    await openPreview();
    await asksFor(1);
    const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(await screen.findByText(/^You’re offline/)).toBeInTheDocument();
    await write(title(), '!');
    await pause(400);
    expect(requests()).toHaveLength(1);
    online.mockRestore();
    act(() => void window.dispatchEvent(new Event('online')));
    await asksFor(2);
    expect(screen.queryByText(/^You’re offline/)).toBeNull();
  });

  it('changes the size and the language of the page', async () => {
    await openForm();
    const frame = await openPreview();
    const { isReady, pages } = frameWindow(frame);
    isReady();
    expect(frame).toHaveAttribute('data-device', 'desktop');
    await userEvent.click(screen.getByRole('button', { name: 'Phone' }));
    expect(screen.getByTitle('Page with unsaved changes')).toBe(frame);
    expect(frame).toHaveAttribute('data-device', 'phone');
    await userEvent.click(screen.getByRole('button', { name: '中文' }));
    await waitFor(() => expect(pages().at(-1)?.lang).toBe('zh-cn'));
    expect(requests().at(-1)?.lang).toBe('zh-cn');
  });

  it('the preview is shown over the list, leaves the form usable, is accessible, and closes with Escape before the form', async () => {
    await openForm();
    const frame = await openPreview();
    const panel = screen.getByRole('region', { name: 'Preview' });
    expect(panel).toContainElement(frame);
    expect(screen.queryByRole('dialog')).toBeNull();
    // The response may come while the rules run.
    const { violations } = await act(() =>
      axe.run(document.body, {
        iframes: false,
        rules: { region: { enabled: false }, 'color-contrast': { enabled: false } },
      }),
    );
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)).toEqual([]);
    await userEvent.click(title());
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('region', { name: 'Preview' })).toBeNull();
    expect(title()).toBeInTheDocument();
    await openPreview();
    await userEvent.click(
      within(screen.getByRole('region', { name: 'Preview' })).getByRole('button', { name: /^Close/ }),
    );
    expect(screen.queryByRole('region', { name: 'Preview' })).toBeNull();
  });
});

describe('the second window', () => {
  const openWindow = () => userEvent.click(screen.getByRole('button', { name: 'Open in new window' }));
  /** Stands for the window that the browser would open. */
  function fakeWindow() {
    const frame = document.body.appendChild(document.createElement('iframe'));
    const opened = frame.contentWindow;
    if (opened === null) throw new Error('the frame has no window');
    let isClosed = false;
    const close = jest.fn(() => (isClosed = true));
    Object.defineProperty(opened, 'close', { value: close });
    Object.defineProperty(opened, 'closed', { get: () => isClosed });
    window.open = jest.fn(() => opened);
    return { ...watch(opened), close };
  }

  it('follows the form in place of the panel, and closes with the form', async () => {
    const { isReady, html, close } = fakeWindow();
    await openForm();
    await openPreview();
    await openWindow();
    expect(window.open).toHaveBeenCalledWith(
      '/preview',
      expect.stringMatching(/^preview-/),
      'popup,width=1280,height=860',
    );
    expect(screen.queryByRole('region', { name: 'Preview' })).toBeNull();
    expect(screen.getByText('The preview is open in another window.')).toBeInTheDocument();
    isReady();
    await waitFor(() => expect(html()).toBe('<h1>stored</h1>'));
    await write(title(), '!');
    await waitFor(() => expect(html()).toBe('<h1>Thing 1!</h1>'));
    expect(close).not.toHaveBeenCalled();
    cleanup();
    expect(close).toHaveBeenCalled();
  });

  it('ends the preview when somebody closes it, and gives it back to the panel', async () => {
    const { close } = fakeWindow();
    await openForm();
    await openPreview();
    await openWindow();
    await userEvent.click(screen.getByRole('button', { name: 'Show here' }));
    expect(close).toHaveBeenCalled();
    expect(screen.getByRole('region', { name: 'Preview' })).toBeInTheDocument();
    const next = fakeWindow();
    await openWindow();
    next.close();
    await waitFor(() => expect(screen.queryByText('The preview is open in another window.')).toBeNull());
    expect(screen.queryByRole('region', { name: 'Preview' })).toBeNull();
  });

  it('a window that the browser blocks leaves the panel open, with a message', async () => {
    window.open = jest.fn(() => null);
    await openForm();
    await openPreview();
    await openWindow();
    expect(screen.getByText(/^Your browser blocked the new window/)).toBeInTheDocument();
    expect(screen.getByRole('region', { name: 'Preview' })).toBeInTheDocument();
  });
});
