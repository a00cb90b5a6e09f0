/** Validates the input of a write against the schema of the entity: types, lengths, required fields and markup of rich text. */
import type { Column, StoredRow } from '../../../../common/entity/columns';
import type { AnyEntity } from '../../../../common/entity/entity';
import type { Issue } from '../../../../common/entity/issue';
import { requiredColumns } from '../../../../common/entity/requiredColumns';
import { validate, type ValidateOptions } from '../../../../common/entity/validate';
import type { Services } from '../../../context';
import { fault } from '../../../../common/protocol/faults';
import type { UpdateBody } from '../../../../common/protocol/liveEvents';
import type { UnitOfWork } from '../context/openUnitOfWork';
import type { InputValues } from '../context/txWriter';
import { listWritableColumns, deriveActorDefaults } from './authorize';
import { transitionFields } from './transitions';
import type { RemovedContent } from '../../../../common/text/richText/foreignImages';
import { cleanRichTextInput } from './richText';

/** What the response says about the sent keys. */
export interface InputReport {
  /** Keys that may not be written. */
  readonly ignored: readonly string[];
  /** Rich-text fields that lost markup or images of other websites; absent when none did. */
  readonly cleaned?: readonly string[];
  /** What was removed from them. */
  readonly removed?: readonly RemovedContent[];
}
export interface ValidatedInput {
  /** The values in stored form. */
  readonly values: StoredRow;
  readonly report: InputReport;
}
export interface CheckedInput extends ValidatedInput {
  readonly issues: readonly Issue[];
}

export interface CheckOptions extends ValidateOptions {
  /** Absolute addresses below which this site serves its files: in formatted texts they become paths. */
  readonly ownUrls?: readonly string[];
}

const HOST = /^[\w.-]+(?::\d+)?$|^\[[\da-f:]+\](?::\d+)?$/i;

/** The addresses below which this site serves its files: by its settings, and without `PUBLIC_URL` those of the host that was requested. */
export function listOwnUrls({ env, settings }: Services, host = ''): readonly string[] {
  const requested = HOST.test(host) ? [`https://${host}`, `http://${host}`] : [];
  const own = env.publicUrl === null ? requested : [env.publicUrl];
  return settings.cdnUrl === '' ? own : [...own, settings.cdnUrl];
}

/** Validates values and cleans rich text; returns the issues instead of throwing. */
export function checkInput(entity: AnyEntity, sent: unknown, options: CheckOptions): CheckedInput {
  const { clean: validated, ignored, issues } = validate(entity, sent, options);
  const cleanedInput = cleanRichTextInput(entity, validated, options.ownUrls ?? []);
  const { values, cleaned, removed } = cleanedInput;
  return {
    values,
    report: { ignored, ...(cleaned.length > 0 ? { cleaned, removed } : {}) },
    issues: [...issues, ...cleanedInput.issues],
  };
}

/**
 * Checks the values of a new row and adds those that follow from the actor, such as the owner. An admin who may not write a required
 * column gets the issue `required_hidden`.
 */
export function checkCreateInput({ ctx }: UnitOfWork, entity: AnyEntity, input: InputValues): CheckedInput {
  const columns = listWritableColumns(ctx.actor, entity, 'create');
  const states = transitionFields(entity);
  const isHidden = ({ name }: Column) => !states.has(name) && !columns.some((column) => column.name === name);
  const hiddenRequired = ctx.actor.kind === 'staff' ? requiredColumns(entity).filter(isHidden) : [];
  const { values, issues, report } = checkInput(entity, input, {
    mode: 'create',
    columns,
    ownUrls: listOwnUrls(ctx.services, ctx.host),
  });
  return {
    report,
    values: { ...values, ...deriveActorDefaults(ctx.actor, entity, values) },
    issues: [...issues, ...hiddenRequired.map(({ name }) => ({ path: name, code: 'required_hidden' as const }))],
  };
}

/** Validates the values of a new row. Error: `row.invalid` with all issues. */
export function validateCreateInput(unit: UnitOfWork, entity: AnyEntity, input: InputValues): ValidatedInput {
  const { issues, ...validated } = checkCreateInput(unit, entity, input);
  assertNoIssues(issues);
  return validated;
}

/** Validates the changed values of a row. Error: `row.invalid` with all issues. */
export function validateUpdate({ ctx }: UnitOfWork, entity: AnyEntity, body: UpdateBody): ValidatedInput {
  const columns = listWritableColumns(ctx.actor, entity, 'update');
  const { issues, ...input } = checkInput(entity, body, {
    mode: 'update',
    columns,
    ownUrls: listOwnUrls(ctx.services, ctx.host),
  });
  assertNoIssues(issues);
  return input;
}

/** Throws `row.invalid` with the issues, if there are any. */
export function assertNoIssues(issues: readonly Issue[]): void {
  if (issues.length > 0) throw fault('row.invalid', undefined, { fields: issues });
}
