/** A part whose code cannot be had: said in its place, fetched again by itself and by hand, and nothing around it is touched. */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Suspense, useLayoutEffect, useReducer, type ComponentType, type ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { locales } from '../../common/locales/index';
import { createI18n } from '../shared/i18n/i18n';
import { OnlineContext, lazyTogether, lazyWithRetry } from './lazyWithRetry';
import type { LoadFailedStyle } from './LoadFailed';

const { failed, retry, close } = locales.en.shell;
const i18n = createI18n('en', locales);

interface PartProps {
  readonly name: string;
  readonly onClose?: () => void;
}
const RealPart = ({ name }: PartProps) => <p>Here is {name}</p>;

/** A source that fails until it is told that it may answer. */
function source(appearance?: LoadFailedStyle | ((props: PartProps) => ReactNode)) {
  const state = { there: false, asked: 0 };
  const Part = lazyWithRetry(async (): Promise<ComponentType<PartProps>> => {
    state.asked += 1;
    if (!state.there) throw new TypeError('Failed to fetch dynamically imported module');
    return RealPart;
  }, appearance);
  return { state, Part };
}

const around = (up: boolean, part: ReactNode) => (
  <I18nextProvider i18n={i18n}>
    <OnlineContext value={up}>
      <input aria-label="Typed" />
      <Suspense fallback="coming">{part}</Suspense>
    </OnlineContext>
  </I18nextProvider>
);
const type = () => fireEvent.change(screen.getByLabelText('Typed'), { target: { value: 'my words' } });
const typedText = () => screen.getByLabelText<HTMLInputElement>('Typed').value;
/** React lets a fallback stand for a moment before it shows what came. */
const SHOWN_MS = 500;
const advanceTimers = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('a lazy part', () => {
  it('is shown when its code came', async () => {
    const { state, Part } = source();
    state.there = true;
    render(around(true, <Part name="it" />));
    await advanceTimers(SHOWN_MS);
    expect(screen.getByText('Here is it')).toBeVisible();
    expect(state.asked).toBe(1);
  });

  it('says in its place that the line is down, and comes by itself when it is back', async () => {
    const { state, Part } = source();
    const view = render(around(false, <Part name="it" />));
    await advanceTimers(SHOWN_MS);
    expect(screen.getByRole('status')).toHaveTextContent(failed.part);
    type();
    await advanceTimers(60_000);
    expect(state.asked).toBe(1);
    state.there = true;
    view.rerender(around(true, <Part name="it" />));
    await advanceTimers(1_000);
    expect(screen.getByText('Here is it')).toBeVisible();
    expect(screen.queryByRole('status')).toBeNull();
    expect(typedText()).toBe('my words');
  });

  it('comes when one asks for it, in every place at once', async () => {
    const { state, Part } = source();
    const two = [<Part key="1" name="one" />, <Part key="2" name="two" />];
    render(around(false, two));
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

  it('offers to load the page anew when it cannot be had though the line is up', async () => {
    const { Part } = source();
    const view = render(around(true, <Part name="it" />));
    await advanceTimers(SHOWN_MS);
    expect(screen.getByRole('status')).toHaveTextContent(failed.part);
    for (const wait of [300, 2_000, 5_000]) await advanceTimers(wait);
    expect(screen.getByRole('status')).toHaveTextContent(failed.part_gone);
    expect(screen.getByRole('button', { name: failed.reload })).toBeVisible();
    view.rerender(around(false, <Part name="it" />));
    expect(screen.getByRole('status')).toHaveTextContent(failed.part);
  });

  it('that can be closed is closed, and asked for anew when it is opened again', async () => {
    const { state, Part } = source();
    const onClose = jest.fn();
    const view = render(around(false, <Part name="it" onClose={onClose} />));
    await advanceTimers(SHOWN_MS);
    fireEvent.click(screen.getByRole('button', { name: close }));
    fireEvent.keyDown(screen.getByRole('status'), { key: 'Escape' });
    expect(onClose).toHaveBeenCalledTimes(2);
    view.rerender(around(false, null));
    await advanceTimers(0);
    state.there = true;
    view.rerender(around(false, <Part name="it" onClose={onClose} />));
    await advanceTimers(SHOWN_MS);
    expect(screen.getByText('Here is it')).toBeVisible();
  });

  it('is one sign where there is no room, what it is told to be, or nothing', async () => {
    const parts = (['small', 'none', ({ name }: PartProps) => <b>Plain {name}</b>] as const).map((appearance) =>
      source(appearance),
    );
    render(
      around(
        false,
        parts.map(({ Part }, at) => <Part key={at} name="it" />),
      ),
    );
    await advanceTimers(SHOWN_MS);
    expect(screen.getAllByRole('button').map((one) => one.getAttribute('aria-label'))).toEqual([
      `${failed.part} ${retry}`,
    ]);
    expect(screen.getByText('Plain it')).toBeVisible();
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('has a stylesheet that failed fetched again, and only that one', async () => {
    const hrefs = ['part', 'other'].map((name) => new URL(`/assets/${name}.css`, document.baseURI).href);
    const links = hrefs.map((href) => Object.assign(document.createElement('link'), { rel: 'stylesheet', href }));
    document.head.append(...links);
    const state = { there: false };
    const Part = lazyWithRetry(async (): Promise<ComponentType<PartProps>> => {
      if (!state.there) throw new Error(`Unable to preload CSS for ${hrefs[0] ?? ''}`);
      return RealPart;
    });
    render(around(false, <Part name="it" />));
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
  /** How many places were there whenever one of them came. */
  let together: number[] = [];
  let settle: (part: ComponentType<PartProps> | undefined) => void = () => undefined;
  let asked = 0;
  const Counted = ({ name }: PartProps) => {
    useLayoutEffect(() => void together.push(screen.getAllByText(/^Here is/).length), []);
    return <p>Here is {name}</p>;
  };
  const come = async () => {
    asked += 1;
    const part = await new Promise<ComponentType<PartProps> | undefined>((done) => (settle = done));
    if (part === undefined) throw new TypeError('Failed to fetch dynamically imported module');
    return part;
  };
  const shown = (Part: ComponentType<PartProps>, names: readonly string[]) =>
    names.map((name) => <Part key={name} name={name} />);
  const answer = async (ok: boolean) => {
    settle(ok ? Counted : undefined);
    await advanceTimers(0);
  };
  beforeEach(() => {
    together = [];
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
  it('comes everywhere in one step, though one place is drawn anew when its code is there', async () => {
    jest.useRealTimers();
    const Part = lazyTogether(come);
    render(
      around(
        true,
        PLACES.map((name) => <Place key={name} Part={Part} name={name} />),
      ),
    );
    settle(Counted);
    await waitFor(() => {
      // Not through the library, which would have everything drawn that is to be drawn.
      screen.getByRole('button', { name: 'Draw three' }).click();
      expect(together).not.toEqual([]);
    });
    expect(together).toEqual(PLACES.map(() => PLACES.length));
  });

  it('comes also where it was shown later, and is waited for as it is told to', async () => {
    const Part = lazyTogether(come, ({ name }: PartProps) => <i>Soon {name}</i>);
    const view = render(around(true, shown(Part, PLACES.slice(1))));
    await advanceTimers(SHOWN_MS);
    view.rerender(around(true, shown(Part, PLACES)));
    expect(screen.getAllByText(/^Soon/)).toHaveLength(PLACES.length);
    expect(screen.queryByText('coming')).toBeNull();
    await answer(true);
    expect(together).toEqual(PLACES.map(() => PLACES.length));
    expect(screen.queryByText(/^Soon/)).toBeNull();
    expect(asked).toBe(1);
  });

  it('leaves its places empty until then where it is told nothing', async () => {
    const Part = lazyTogether(come);
    render(around(true, <output>{shown(Part, PLACES)}</output>));
    await advanceTimers(SHOWN_MS);
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
    await answer(true);
    expect(together).toEqual(PLACES.map(() => PLACES.length));
  });

  it('is one sign in every place while it cannot be had, and comes everywhere in one step once it can', async () => {
    const Part = lazyTogether(come);
    const view = render(around(false, shown(Part, PLACES)));
    await answer(false);
    expect(screen.getAllByRole('button', { name: `${failed.part} ${retry}` })).toHaveLength(PLACES.length);
    view.rerender(around(true, shown(Part, PLACES)));
    await advanceTimers(1_000);
    expect(together).toEqual([]);
    await answer(true);
    expect(together).toEqual(PLACES.map(() => PLACES.length));
    expect(screen.queryByRole('button')).toBeNull();
    expect(asked).toBe(2);
  });

  it('is asked for anew by who shows it when it failed and nobody waits any more', async () => {
    const Part = lazyTogether(come);
    const view = render(around(false, shown(Part, PLACES)));
    await answer(false);
    view.rerender(around(false, null));
    await advanceTimers(0);
    view.rerender(around(false, shown(Part, PLACES)));
    expect(screen.queryByRole('button')).toBeNull();
    await answer(true);
    expect(together).toEqual(PLACES.map(() => PLACES.length));
  });
});
