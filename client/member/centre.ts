/** What the member's rules open: screens of ours by their names, links, and pages in a frame (specification, points 2 and 5). */
import { isMemberScreen } from '../../common/memberScreens';
import { barredUrl, embedPath, heldUrl } from '../shared/embedded';
import { SIDES } from '../shared/onward';
import { asRecord, asText, asWhole } from '../shared/persist';

const { home } = SIDES.user;

export interface CentreEntry {
  readonly id: number;
  /** A key of the words, or what staff called it. */
  readonly title: string;
  /** Below `/user`, or elsewhere. */
  readonly to: string;
  readonly elsewhere: boolean;
  /** Name of the icon; empty when the rule has none. */
  readonly icon: string;
  /** Keeps its screen as it was while another is in sight. */
  readonly keepalive: boolean;
}
/** A page that is shown in a frame. */
export interface Framed {
  readonly url: string;
  readonly title: string;
  /** No frame ever shows it: the page says so in its place. */
  readonly barred?: true;
}
/** An address the member's group has, in the menu or not. */
interface Place {
  /** The permission node, as in `account/balance`. */
  readonly name: string;
  readonly to: string;
}
export interface CentreMenu {
  /** What the menu shows. */
  readonly entries: readonly CentreEntry[];
  /** Addresses below `/user`, and the names of the screens they open. */
  readonly screens: Readonly<Record<string, string>>;
  readonly framed: readonly Framed[];
  readonly places: readonly Place[];
  /** Addresses whose screens keep their state. */
  readonly kept: readonly string[];
}

interface Rule extends CentreEntry {
  readonly name: string;
  readonly shown: boolean;
  readonly routed: boolean;
  readonly opens: string;
  readonly component: string;
  readonly url: string;
}
function ruleOf(raw: Readonly<Record<string, unknown>>): Rule {
  const [type, extend, opens] = [asText(raw['type']), asText(raw['extend']), asText(raw['menu_type'])];
  const url = asText(raw['url'], 500);
  const path = (asText(raw['path'], 120) || asText(raw['name'], 120)).replace(/^\/+/, '');
  const elsewhere = opens === 'link' && url !== '';
  const inside = opens === 'iframe' && url !== '' ? embedPath(home, url) : `${home}/${path}`;
  return {
    id: asWhole(raw['id']),
    name: asText(raw['name'], 120),
    title: asText(raw['title'], 60),
    to: elsewhere ? url : inside,
    shown: type === 'menu' && extend !== 'add_rules_only',
    routed: (type === 'menu' || type === 'route') && extend !== 'add_menu_only',
    component: asText(raw['component'], 160),
    icon: asText(raw['icon'], 64),
    keepalive: raw['keepalive'] === 1 || raw['keepalive'] === true,
    ...{ elsewhere, opens, url },
  };
}
const rulesIn = (value: unknown): readonly Rule[] =>
  (Array.isArray(value) ? value : []).flatMap((node: unknown) => {
    const raw = asRecord(node) ?? {};
    return [ruleOf(raw), ...rulesIn(raw['children'])];
  });

const entryOf = ({ id, title, to, elsewhere, icon, keepalive }: Rule): CentreEntry => ({
  ...{ id, title, to, elsewhere, icon, keepalive },
});
const isTab = ({ opens, component }: Rule) => opens !== 'link' && opens !== 'iframe' && isMemberScreen(component);

/** Reads the menu as the server answers it. */
export function centreMenu(value: unknown): CentreMenu {
  const rules = rulesIn(value);
  const routed = rules.filter((rule) => rule.routed);
  // Of several rules for one address the first counts, as in the menu.
  const tabs = routed.filter(isTab).reverse();
  return {
    entries: rules.filter(({ shown }) => shown).map(entryOf),
    screens: Object.fromEntries(tabs.map(({ to, component }) => [to, component])),
    framed: routed
      .filter(({ opens, url }) => opens === 'iframe' && url !== '')
      .map(({ url, title }) => ({ url, title })),
    kept: routed.filter(({ keepalive, elsewhere }) => keepalive && !elsewhere).map(({ to }) => to),
    places: rules
      .filter((rule) => (rule.shown || rule.routed) && !rule.elsewhere)
      .map(({ name, to }) => ({ name, to })),
  };
}

/** The page a rule shows at an address; nothing where none holds exactly it. */
export function framedAt(path: string, { framed }: Pick<CentreMenu, 'framed'>, origin: string): Framed | undefined {
  const held = framed.map(({ url }) => url);
  const barred = barredUrl(path, held, { home, origin });
  const url = barred ?? heldUrl(path, held, { home, origin });
  const found = framed.find((one) => one.url === url);
  return found && barred !== undefined ? { ...found, barred: true } : found;
}
