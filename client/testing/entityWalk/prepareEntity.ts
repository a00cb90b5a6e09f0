/** Creates the rows that an entity's rules require of other entities, and names them for the pickers. */
import type { Caller } from '../browser/callAsAdmin';

type Named = Readonly<Record<string, string>>;
type Make = (calls: Caller, tag: string) => Promise<Named>;

const getId = (response: Readonly<Record<string, unknown>>) => Number(response['id']);
const first = async (calls: Caller, entity: string) => Number((await calls.index(entity, '?limit=1')).list[0]?.['id']);

const PREREQUISITES: Readonly<Record<string, Make>> = {
  // A news case belongs to news that has no case yet.
  news_case: async (calls, tag) => {
    const title = `Story ${tag}`;
    await calls.add('article', { title, type: 1, content: '<p>Story</p>' });
    return { news_id: title };
  },
  // An entry belongs to a group of the same app.
  app_business: async (calls, tag) => {
    const app = `App ${tag}`;
    const company = await first(calls, 'enterprise');
    const made = await calls.add('app', { title: app, name: app, company_id: company });
    const pid = `Group ${tag}`;
    await calls.add('app_business', { title: pid, app_id: getId(made), is_group: 1 });
    return { app_id: app, pid };
  },
  // The interface must belong to the version.
  app_plugin_version_api: async (calls, tag) => {
    const version = `V ${tag}`;
    const made = await calls.add('plugin_version', { version, plugin_id: await first(calls, 'plugin') });
    const name = `Interface ${tag}`;
    await calls.add('plugin_version_api', { name, url: `walk/${tag}`, plugin_version_id: getId(made) });
    return { plugin_version_id: version, plugin_version_api_id: name };
  },
};

export const createPrerequisites = (entity: string, calls: Caller, tag: string): Promise<Named> =>
  PREREQUISITES[entity]?.(calls, tag) ?? Promise.resolve({});
