/** The forms of the site: a message to the company and a request for a trial. Labels, choices and lengths come from the definitions. */
import { entityLabels } from '../../../../common/locales/entityLabels';
import type { FormField, PageContent, RefusedForm } from '../../../../common/site/pageData';
import { siteSentenceIn } from '../../../platform/settings';
import { createHref, readNumber, getSiteText, readLocalizedText, type PageScope } from './pageScope';

type FieldType = FormField['type'];
interface FormSpec {
  readonly entity: 'lead' | 'trial_request';
  readonly text: 'contact' | 'trial';
  readonly fields: readonly (readonly [name: string, type: FieldType, autoComplete?: string])[];
}
const FORMS: Readonly<Record<'contact' | 'trial', FormSpec>> = {
  contact: {
    entity: 'lead',
    text: 'contact',
    fields: [
      ['name', 'text', 'name'],
      ['mobile', 'tel', 'tel'],
      ['email', 'email', 'email'],
      ['company', 'text', 'organization'],
      ['headcount', 'select'],
      ['job_position', 'text', 'organization-title'],
      ['content', 'textarea'],
    ],
  },
  trial: {
    entity: 'trial_request',
    text: 'trial',
    fields: [
      ['company', 'text', 'organization'],
      ['full_name', 'text', 'name'],
      ['phone', 'tel', 'tel'],
      ['email', 'email', 'email'],
      ['company_scale', 'select'],
      ['plugin_ids', 'checkboxes'],
      ['remarks', 'textarea'],
    ],
  },
};

export async function loadForm(
  scope: PageScope,
  name: 'contact' | 'trial',
  refused?: RefusedForm,
): Promise<PageContent> {
  const { entity: entityName, text, fields } = FORMS[name];
  const formFields: FormField[] = [];
  for (const [field, type, autoComplete] of fields)
    formFields.push(await toFormField(scope, entityName, { field, type, autoComplete }));
  return {
    kind: 'form',
    title: getSiteText(scope, `${text}.title`),
    text: siteSentenceIn(scope.services.settings, text, scope.lang) || getSiteText(scope, `${text}.intro`),
    form: {
      name: entityName,
      fields: formFields,
      action: createHref(scope, { page: name }),
      ...(refused === undefined ? {} : { refused }),
    },
    privacyHref: await loadPrivacyHref(scope),
  };
}

const PRIVACY_SLUG = 'privacy';
/** The address of the page about privacy; empty while none is published. */
async function loadPrivacyHref(scope: PageScope): Promise<string> {
  const where = { field: 'slug', op: '=', value: PRIVACY_SLUG } as const;
  const [page] = await scope.reader.rows('page', { where, limit: 1, columns: ['id'] });
  return page === undefined ? '' : createHref(scope, { page: 'page', slug: PRIVACY_SLUG });
}

interface FieldSpec {
  readonly field: string;
  readonly type: FieldType;
  readonly autoComplete: string | undefined;
}

/** Characters of a telephone number with its spaces, hyphens and brackets, which are not stored. */
const MAX_SPELLED_NUMBER = 32;

async function toFormField(scope: PageScope, entityName: string, spec: FieldSpec): Promise<FormField> {
  const { field, type, autoComplete } = spec;
  const entity = scope.services.registry.get(entityName);
  const options = entity?.spec.fields[field]?.options;
  const labels = entity && entityLabels(entity, scope.lang);
  const maxLength = type === 'tel' ? MAX_SPELLED_NUMBER : options?.max;
  return {
    name: field,
    label: labels?.fields[field] ?? field,
    type,
    isRequired: options?.required === true,
    ...(type === 'tel' ? { hint: getSiteText(scope, 'form.phone_hint') } : {}),
    ...(typeof maxLength === 'number' ? { maxLength } : {}),
    ...(autoComplete === undefined ? {} : { autoComplete }),
    ...(type === 'select' ? { options: choiceOptions(options?.values ?? {}, labels?.choices[field] ?? {}) } : {}),
    ...(type === 'checkboxes' ? { options: await pluginOptions(scope) } : {}),
  };
}

const choiceOptions = (
  values: Readonly<Record<string, string | number>>,
  labels: Readonly<Record<string, string>>,
): NonNullable<FormField['options']> =>
  Object.entries(values).map(([name, value]) => ({ value: String(value), label: labels[name] ?? name }));

const MAX_PLUGIN_OPTIONS = 60;
async function pluginOptions(scope: PageScope): Promise<NonNullable<FormField['options']>> {
  const rows = await scope.reader.rows('plugin', { limit: MAX_PLUGIN_OPTIONS });
  return rows.map((row) => ({ value: String(readNumber(row, 'id')), label: readLocalizedText(scope, row, 'title') }));
}
