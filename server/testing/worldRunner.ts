/** Runs each test of a file in a world of its own, with its superuser. */
import { superAdmin, type Caller } from './actors';
import { startWorld, type World } from './world';

type Work = (world: World, root: Caller) => Promise<void>;
export const createWorldRunner =
  (options: Parameters<typeof startWorld>[0]) =>
  async (work: Work): Promise<void> => {
    const world = await startWorld(options);
    try {
      await work(world, await superAdmin(world));
    } finally {
      await world.end();
    }
  };
