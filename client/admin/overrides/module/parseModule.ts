/** A module as its row holds it. */
import type { LocalizedText } from '../../../../common/modules/review';
import { MODULE_STATE } from '../../../../common/entities/module';
import type { WireRow } from '../../../../common/entity/projectRow';
import { asInteger, asOneOf, asString, asStringList } from '../../../../common/json';

export type ModuleState = keyof typeof MODULE_STATE;
const STATES: readonly ModuleState[] = Object.values(MODULE_STATE);

export interface ShownModule {
  readonly uid: string;
  readonly title: LocalizedText;
  readonly description: LocalizedText;
  readonly version: string;
  readonly availableVersion: string;
  readonly state: ModuleState;
  readonly author: string;
  readonly signer: string;
  readonly permissions: readonly string[];
  readonly entities: readonly string[];
  readonly failure: LocalizedText;
  readonly hookFailure: string;
  /** The market source; empty for an uploaded package. */
  readonly sourceUrl: string;
  /** A newer version is offered whose package is not here yet. */
  readonly isOnlyOffered: boolean;
  /** It is installed and not disabled, also while its package cannot be read. */
  readonly isActive: boolean;
  readonly jobId: number;
  readonly installedAt: number;
}

/** The text in both languages; the other one where one is missing. */
const getTexts = (row: WireRow, name: string) => {
  const [zh, en] = [asString(row[name]), asString(row[`${name}_en`])];
  return { en: en || zh, 'zh-cn': zh || en };
};

export const parseModule = (row: WireRow): ShownModule => ({
  uid: asString(row['uid']),
  title: getTexts(row, 'title'),
  description: getTexts(row, 'description'),
  version: asString(row['version']),
  availableVersion: asString(row['available_version']),
  state: asOneOf(row['state'], STATES, 'unknown'),
  author: asString(row['author']),
  signer: asString(row['signer']),
  permissions: asStringList(row['permissions']),
  entities: asStringList(row['entities']),
  failure: getTexts(row, 'failure'),
  hookFailure: asString(row['hook_failure']),
  sourceUrl: asString(row['source_url']),
  isOnlyOffered: row['state'] === 'update' && asString(row['available_digest']) === '',
  isActive: asString(row['package_digest']) !== '' && (row['withdrawn'] ?? null) === null,
  jobId: asInteger(row['job_id']),
  installedAt: asInteger(row['installed_time']),
});

/** Whether a change of the module is running. */
export const isChanging = ({ state }: Pick<ShownModule, 'state'>): boolean =>
  state === 'download' || state === 'install';
