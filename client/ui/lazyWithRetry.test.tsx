/** A lazy part whose code cannot be loaded shows an error in its place, retries by itself and on request, and affects nothing else. */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Suspense, useLayoutEffect, useReducer, type ComponentType, type ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { locales } from '../../common/locales/index';
import { createI18n } from '../shared/i18n/i18n';
import { OnlineContext, lazyWithoutSuspense, lazyWithRetry } from './lazyWithRetry';
import type { LoadFailedStyle } from './LoadFailed';

const { failed, retry, close } = locales.en.shell;
const i18n = createI18n('en', locales);

interface PartProps {
  readonly name: string;
  readonly onClose?: () => void;
}
const RealPart = ({ name }: PartProps) => <p>Here is {name}</p>;

/** A loader that fails until `there` is set. */
function source(appearance?: LoadFailedStyle | ((props: PartProps) => ReactNode)) {
  const state = { there: false, asked: 0 };
  const Part = lazyWithRetry(async (): Promise<ComponentType<PartProps>> => {
    state.asked += 1;
    if (!state.there) throw new TypeError('Failed to fetch dynamically imported module');
    return RealPart;
  }, appearance);
  return { state, Part };
}

const withContext = (isOnline: boolean, part: ReactNode) => (
  <I18nextProvider i18n={i18n}>
    <OnlineContext value={isOnline}>
      <input aria-label="Typed" />
      <Suspense fallback="coming">{part}</Suspense>
    </OnlineContext>
  </I18nextProvider>
);
const type = () => fireEvent.change(screen.getByLabelText('Typed'), { target: { value: 'my words' } });
const typedText = () => screen.getByLabelText<HTMLInputElement>('Typed').value;
/** React shows a fallback for a minimum time before it replaces it. */
const SHOWN_MS = 500;
const advanceTimers = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('a lazy part', () => {
  it('is shown when its code has loaded', async () => {
    const { state, Part } = source();
    state.there = true;
    render(withContext(true, <Part name="it" />));
    await advanceTimers(SHOWN_MS);
    expect(screen.getByText('Here is it')).toBeVisible();
    expect(state.asked).toBe(1);
  });

  it('an error is shown while offline; the component loads when the connection is restored', async () => {
    const { state, Part } = source();
    const view = render(withContext(false, <Part name="it" />));
    await advanceTimers(SHOWN_MS);
    expect(screen.getByRole('status')).toHaveTextContent(failed.part);
    type();
    await advanceTimers(60_000);
    expect(state.asked).toBe(1);
    state.there = true;
    view.rerender(withContext(true, <Part name="it" />));
    await advanceTimers(1_000);
    expect(screen.getByText('Here is it')).toBeVisible();
    expect(screen.queryByRole('status')).toBeNull();
    expect(typedText()).toBe('my words');
  });

  it('loads once on request for all places', async () => {
    const { state, Part } = source();
    const two = [<Part key="1" name="one" />, <Part key="2" name="two" />];
    render(withContext(false, two));
    await advanceTimers(SHOWN_MS);
    const [again] = screen.getAllByRole('button', { name: retry });
    if (again) fireEvent.click(again);
    await advanceTimers(SHOWN_MS);
    expect([state.asked, screen.getAllByRole('status').length]).toEqual([2, 2]);
    state.there = true;
    const [once] = screen.getAllByRole('button', { name: retry });
    if (once) fireEvent.click(once);
    await advanceTimers(SHOWN_MS);
    expect(screen.getByText('Here is one')).toBeVisible();
    expect(screen.getByText('Here is two')).toBeVisible();
    expect(state.asked).toBe(3);
  });

  it('offers to reload the page when the code cannot be loaded although the client is online', async () => {
    const { Part } = source();
    const view = render(withContext(true, <Part name="it" />));
    await advanceTimers(SHOWN_MS);
    expect(screen.getByRole('status')).toHaveTextContent(failed.part);
    for (const wait of [300, 2_000, 5_000]) await advanceTimers(wait);
    expect(screen.getByRole('status')).toHaveTextContent(failed.part_gone);
    expect(screen.getByRole('button', { name: failed.reload })).toBeVisible();
    view.rerender(withContext(false, <Part name="it" />));
    expect(screen.getByRole('status')).toHaveTextContent(failed.part);
  });

  it('a part with onClose can be closed, and is loaded again when it is opened again', async () => {
    const { state, Part } = source();
    const onClose = jest.fn();
    const view = render(withContext(false, <Part name="it" onClose={onClose} />));
    await advanceTimers(SHOWN_MS);
    fireEvent.click(screen.getByRole('button', { name: close }));
    fireEvent.keyDown(screen.getByRole('status'), { key: 'Escape' });
    expect(onClose).toHaveBeenCalledTimes(2);
    view.rerender(withContext(false, null));
    await advanceTimers(0);
    state.there = true;
    view.rerender(withContext(false, <Part name="it" onClose={onClose} />));
    await advanceTimers(SHOWN_MS);
    expect(screen.getByText('Here is it')).toBeVisible();
  });

  it('a part with an appearance shows an icon button, its own placeholder, or nothing', async () => {
    const parts = (['small', 'none', ({ name }: PartProps) => <b>Plain {name}</b>] as const).map((appearance) =>
      source(appearance),
    );
    render(
      withContext(
        false,
        parts.map(({ Part }, index) => <Part key={index} name="it" />),
      ),
    );
    await advanceTimers(SHOWN_MS);
    expect(screen.getAllByRole('button').map((one) => one.getAttribute('aria-label'))).toEqual([
      `${failed.part} ${retry}`,
    ]);
    expect(screen.getByText('Plain it')).toBeVisible();
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('reloads a stylesheet that failed, and only that one', async () => {
    const hrefs = ['part', 'other'].map((name) => new URL(`/assets/${name}.css`, document.baseURI).href);
    const links = hrefs.map((href) => Object.assign(document.createElement('link'), { rel: 'stylesheet', href }));
    document.head.append(...links);
    const state = { there: false };
    const Part = lazyWithRetry(async (): Promise<ComponentType<PartProps>> => {
      if (!state.there) throw new Error(`Unable to preload CSS for ${hrefs[0] ?? ''}`);
      return RealPart;
    });
    render(withContext(false, <Part name="it" />));
    await advanceTimers(SHOWN_MS);
    state.there = true;
    fireEvent.click(screen.getByRole('button', { name: retry }));
    const fresh = document.head.querySelector(`link[href="${hrefs[0] ?? ''}"]`);
    expect(links.map((link) => link.isConnected)).toEqual([false, true]);
    fresh?.dispatchEvent(new Event('load'));
    await advanceTimers(SHOWN_MS);
    expect(screen.getByText('Here is it')).toBeVisible();
    for (const link of document.head.querySelectorAll('link')) link.remove();
  });
});

describe('a part in many places', () => {
  const PLACES = ['one', 'two', 'three', 'four', 'five', 'six'];
  /** The number of rendered places at each mount of one of them. */
  let mountCounts: number[] = [];
  let settle: (part: ComponentType<PartProps> | undefined) => void = () => undefined;
  let asked = 0;
  const CountingPart = ({ name }: PartProps) => {
    useLayoutEffect(() => void mountCounts.push(screen.getAllByText(/^Here is/).length), []);
    return <p>Here is {name}</p>;
  };
  const loadPart = async () => {
    asked += 1;
    const part = await new Promise<ComponentType<PartProps> | undefined>((done) => (settle = done));
    if (part === undefined) throw new TypeError('Failed to fetch dynamically imported module');
    return part;
  };
  const shown = (Part: ComponentType<PartProps>, names: readonly string[]) =>
    names.map((name) => <Part key={name} name={name} />);
  const respond = async (ok: boolean) => {
    settle(ok ? CountingPart : undefined);
    await advanceTimers(0);
  };
  beforeEach(() => {
    mountCounts = [];
    asked = 0;
  });

  function Place({ Part, name }: { readonly Part: ComponentType<PartProps>; readonly name: string }) {
    const [, draw] = useReducer((times: number) => times + 1, 0);
    return (
      <>
        <button onClick={draw}>Draw {name}</button>
        <Part name={name} />
      </>
    );
  }
  it('appears everywhere in one step, also when one place renders again as its code arrives', async () => {
    jest.useRealTimers();
    const Part = lazyWithoutSuspense(loadPart);
    render(
      withContext(
        true,
        PLACES.map((name) => <Place key={name} Part={Part} name={name} />),
      ),
    );
    settle(CountingPart);
    await waitFor(() => {
      // Without Testing Library, which would flush all pending renders.
      screen.getByRole('button', { name: 'Draw three' }).click();
      expect(mountCounts).not.toEqual([]);
    });
    expect(mountCounts).toEqual(PLACES.map(() => PLACES.length));
  });

  it('appears also in a place that was added later, with its own placeholder until then', async () => {
    const Part = lazyWithoutSuspense(loadPart, ({ name }: PartProps) => <i>Soon {name}</i>);
    const view = render(withContext(true, shown(Part, PLACES.slice(1))));
    await advanceTimers(SHOWN_MS);
    view.rerender(withContext(true, shown(Part, PLACES)));
    expect(screen.getAllByText(/^Soon/)).toHaveLength(PLACES.length);
    expect(screen.queryByText('coming')).toBeNull();
    await respond(true);
    expect(mountCounts).toEqual(PLACES.map(() => PLACES.length));
    expect(screen.queryByText(/^Soon/)).toBeNull();
    expect(asked).toBe(1);
  });

  it('leaves its places empty until then without a placeholder', async () => {
    const Part = lazyWithoutSuspense(loadPart);
    render(withContext(true, <output>{shown(Part, PLACES)}</output>));
    await advanceTimers(SHOWN_MS);
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
    await respond(true);
    expect(mountCounts).toEqual(PLACES.map(() => PLACES.length));
  });

  it('shows an icon button in every place after a failure, and appears everywhere in one step on success', async () => {
    const Part = lazyWithoutSuspense(loadPart);
    const view = render(withContext(false, shown(Part, PLACES)));
    await respond(false);
    expect(screen.getAllByRole('button', { name: `${failed.part} ${retry}` })).toHaveLength(PLACES.length);
    view.rerender(withContext(true, shown(Part, PLACES)));
    await advanceTimers(1_000);
    expect(mountCounts).toEqual([]);
    await respond(true);
    expect(mountCounts).toEqual(PLACES.map(() => PLACES.length));
    expect(screen.queryByRole('button')).toBeNull();
    expect(asked).toBe(2);
  });

  it('is loaded again by the next place that shows it, when it failed in a place that is gone', async () => {
    const Part = lazyWithoutSuspense(loadPart);
    const view = render(withContext(false, shown(Part, PLACES)));
    await respond(false);
    view.rerender(withContext(false, null));
    await advanceTimers(0);
    view.rerender(withContext(false, shown(Part, PLACES)));
    expect(screen.queryByRole('button')).toBeNull();
    await respond(true);
    expect(mountCounts).toEqual(PLACES.map(() => PLACES.length));
  });
});
