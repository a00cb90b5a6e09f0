/** Fetches the code of later screens once, when nothing else is to be done, so that it is at hand when the line is down. */

interface LaterPartsNeeds {
  readonly fetch: (url: string) => Promise<Response>;
  /** Until the page has nothing better to do. */
  readonly idle: () => Promise<void>;
  readonly onDone: () => void;
}
interface LaterParts {
  /** Begins, or goes on where it stopped; runs until it is done, the line fails, or what this gives is called. */
  readonly start: () => () => void;
}

/** Set when everything is here, for whoever measures. */
const DONE_MARK = 'later-parts';
const browserNeeds: LaterPartsNeeds = {
  fetch: (url) => window.fetch(url, { priority: 'low' }),
  idle: () =>
    new Promise((done) => {
      // Safari has no such callback.
      if ('requestIdleCallback' in window) window.requestIdleCallback(() => done());
      else setTimeout(done, 50);
    }),
  onDone: () => void performance.mark(DONE_MARK),
};

/** A build that is over answers none of its files: nothing is asked of another one. */
class BuildOver extends Error {}

/**
 * One file after the other: what the page asks for itself is never behind more than one of them.
 * @param list Where the list of this build lies.
 */
export function createLaterParts(list: string, { fetch, idle, onDone }: LaterPartsNeeds = browserNeeds): LaterParts {
  let left: readonly string[] | undefined;
  const get = async (url: string) => {
    const answer = await fetch(url);
    if (!answer.ok) throw new BuildOver(url);
    return answer;
  };
  const run = async (isOver: () => boolean) => {
    await idle();
    if (isOver()) return;
    left ??= namesIn(await (await get(list)).json());
    for (let [name] = left; name !== undefined && !isOver(); [name] = left) {
      await (await get(name)).arrayBuffer();
      const got = name;
      left = left.filter((one) => one !== got);
      if (left.length === 0) onDone();
      await idle();
    }
  };
  return {
    start: () => {
      let over = false;
      run(() => over).catch((error: unknown) => {
        if (error instanceof BuildOver) left = [];
      });
      return () => {
        over = true;
      };
    },
  };
}

const namesIn = (answer: unknown): readonly string[] =>
  Array.isArray(answer) ? answer.filter((name): name is string => typeof name === 'string') : [];
