/** What the member centre asks for: who one is and one's menu, read again whenever rights change. */
import { api } from '../shared/api';
import { asRecord, asText, asWhole } from '../shared/persist';

export interface CentreEntry {
  readonly id: number;
  /** A key of the words, or what staff called it. */
  readonly title: string;
  /** Below `/user`, or elsewhere. */
  readonly to: string;
  readonly elsewhere: boolean;
}
/** A screen the member's group has, in the menu or not. */
interface Screen {
  /** The permission node, as in `account/balance`. */
  readonly name: string;
  readonly to: string;
}
const screensIn = (value: unknown): readonly Screen[] =>
  (Array.isArray(value) ? value : []).flatMap((node: unknown) => {
    const raw = asRecord(node) ?? {};
    const own = { name: asText(raw['name'], 120), to: `/user/${asText(raw['path'], 120)}` };
    return [...(asText(raw['type']) === 'menu' ? [own] : []), ...screensIn(raw['children'])];
  });
const entriesIn = (value: unknown): readonly CentreEntry[] =>
  (Array.isArray(value) ? value : []).flatMap((node: unknown) => {
    const raw = asRecord(node) ?? {};
    const [type, extend] = [asText(raw['type']), asText(raw['extend'])];
    const url = asText(raw['url'], 500);
    const elsewhere = asText(raw['menu_type']) === 'link' && url !== '';
    const shown = type === 'menu' && extend !== 'add_rules_only';
    const own: CentreEntry = {
      id: asWhole(raw['id']),
      title: asText(raw['title'], 60),
      to: elsewhere ? url : `/user/${asText(raw['path'], 120)}`,
      elsewhere,
    };
    return [...(shown ? [own] : []), ...entriesIn(raw['children'])];
  });

interface Centre {
  readonly entries: readonly CentreEntry[];
  readonly screens: readonly Screen[];
  /** Until when support looks at the account, unix seconds; 0: nobody does. */
  readonly support: number;
}

const centreApi = api.injectEndpoints({
  endpoints: (build) => ({
    centre: build.query<Centre, undefined>({
      query: () => ({ url: '/api/user/index', quiet: true, repeatable: true }),
      transformResponse: (data) => ({
        entries: entriesIn(asRecord(data)?.['menus']),
        screens: screensIn(asRecord(data)?.['menus']),
        support: asWhole(asRecord(data)?.['support']),
      }),
      providesTags: ['Bootstrap'],
      keepUnusedDataFor: 3600,
    }),
  }),
});
export const { useCentreQuery } = centreApi;
