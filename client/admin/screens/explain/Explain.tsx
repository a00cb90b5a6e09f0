/** Why may somebody, or why not: a person and a permission, perhaps with a record and a field; the answer follows every change. */
import HelpIcon from '@mui/icons-material/HelpOutlineOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormLabel from '@mui/material/FormLabel';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useId, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { AnyEntity } from '../../../../common/entity/entity';
import { MATCH_ALL } from '../../../../common/entity/filter';
import { columnsOf } from '../../../../common/entity/columns';
import { hasAdminScreen, nodeActions, nodeOf } from '../../../../common/entity/permissionNodes';
import { entityLabels } from '../../../../common/locales/entityLabels';
import { menuTitle } from '../../../../common/locales/menuTitle';
import { useEngine } from '../../../engine/engineContext';
import { EntityPicker } from '../../../engine/EntityPicker';
import { useTitles } from '../../../engine/data/useTitles';
import { isCallFault } from '../../../shared/api/faults';
import { useLanguage, useEntityLabels } from '../../../shared/i18n/i18n';
import { useTopic } from '../../../shared/app/useTopic';
import { hasPermission, useBootstrap } from '../../../shared/api/bootstrap';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { EmptyState } from '../../../ui/EmptyState';
import { Forbidden } from '../../layout/frame/ErrorScreens';
import { explainApi, type Question } from './explainApi';
import { VerdictCard } from './VerdictCard';

interface Asked {
  readonly person: number | null;
  /** Asked from a group: its people are on offer first. */
  readonly group: number | null;
  readonly entity: AnyEntity;
  readonly action: string;
  readonly id: number | null;
  readonly field: string;
}
const wholeIn = (text: string | null) => (text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null);

/** The question is the address: it can be shared and comes back with a reload. */
function useAsked(): { asked: Asked; nouns: readonly AnyEntity[]; ask: (patch: Partial<Asked>) => void } {
  const { registry } = useEngine();
  const [params, setParams] = useSearchParams();
  const nouns = registry.all.filter(hasAdminScreen);
  const [name = '', wished = ''] = (params.get('node') ?? '').split('/');
  const entity = nouns.find((one) => one.name === name) ?? nouns.find((one) => one.name === 'news') ?? nouns[0];
  if (entity === undefined) throw new Error('there is nothing to ask about');
  const action = nodeActions(entity).find((one) => one === wished) ?? 'index';
  const field = params.get('field') ?? '';
  const asked: Asked = {
    ...{
      entity,
      action,
      person: wholeIn(params.get('admin_id')),
      group: wholeIn(params.get('group')),
      id: wholeIn(params.get('id')),
    },
    field: columnsOf(entity).has(field) ? field : '',
  };
  const ask = (patch: Partial<Asked>) => {
    const next = { ...asked, ...patch };
    const other = next.entity !== asked.entity ? { id: null, field: '' } : {};
    const { person, group, id, field: part } = { ...next, ...other };
    const still = nodeActions(next.entity).includes(next.action) ? next.action : 'index';
    setParams(
      {
        ...(person === null ? {} : { admin_id: String(person) }),
        ...(group === null ? {} : { group: String(group) }),
        node: nodeOf(next.entity, still),
        ...(id === null ? {} : { id: String(id) }),
        ...(part === '' ? {} : { field: part }),
      },
      { replace: true },
    );
  };
  return { asked, nouns, ask };
}

interface FieldProps {
  readonly label: string;
  readonly children: (ids: { readonly id: string; readonly labelId: string }) => ReactNode;
}
function Field({ label, children }: FieldProps) {
  const id = useId();
  return (
    <Box sx={{ minWidth: 0 }}>
      <FormLabel
        id={`${id}-label`}
        htmlFor={id}
        sx={{ display: 'block', mb: 1, fontSize: '0.8125rem', fontWeight: 500, color: 'text.primary' }}
      >
        {label}
      </FormLabel>
      {children({ id, labelId: `${id}-label` })}
    </Box>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onChange: (value: string) => void;
}
const Choice = ({ label, value, options, onChange }: ChoiceProps) => (
  <Field label={label}>
    {({ id, labelId }) => (
      <Select
        size="small"
        fullWidth
        displayEmpty
        value={value}
        labelId={labelId}
        SelectDisplayProps={{ id }}
        onChange={({ target }) => onChange(target.value)}
      >
        {options.map(([key, text]) => (
          <MenuItem key={key} value={key}>
            {text}
          </MenuItem>
        ))}
      </Select>
    )}
  </Field>
);

function useActionName(entity: AnyEntity): (action: string) => string {
  const lang = useLanguage();
  const words = useEntityLabels(entity);
  return (action) => words.actions[action] ?? menuTitle(lang, action) ?? action;
}

/** One record and one field, for whoever wants to know that closely. */
function Closer({ asked, ask }: Pick<ReturnType<typeof useAsked>, 'asked' | 'ask'>) {
  const { t } = useTranslation();
  const words = useEntityLabels(asked.entity);
  const { entities } = useBootstrap();
  const columns = [...columnsOf(asked.entity).keys()].filter((name) => words.fields[name] !== undefined);
  return (
    <>
      <Field label={t('permissions.why.record')}>
        {({ id }) => (
          <EntityPicker
            key={asked.entity.name}
            to={asked.entity.name}
            id={id}
            isMultiple={false}
            disabled={entities[asked.entity.name] === undefined}
            ids={asked.id === null ? [] : [asked.id]}
            onChange={([row = null]) => ask({ id: row })}
          />
        )}
      </Field>
      <Choice
        label={t('permissions.why.field')}
        value={asked.field}
        options={[
          ['', t('permissions.why.any_field')],
          ...columns.map((name) => [name, words.fields[name] ?? name] as const),
        ]}
        onChange={(field) => ask({ field })}
      />
    </>
  );
}

function Questions({ asked, nouns, ask }: ReturnType<typeof useAsked>) {
  const { t } = useTranslation();
  const lang = useLanguage();
  const actionName = useActionName(asked.entity);
  const { group } = asked;
  const only = useMemo(() => (group === null ? undefined : { field: 'group_arr', has: group }), [group]);
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 4,
        gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', lg: 'repeat(5, minmax(0, 1fr))' },
        alignItems: 'end',
      }}
    >
      <Field label={t('permissions.why.person')}>
        {({ id }) => (
          <EntityPicker
            to="admin"
            id={id}
            isMultiple={false}
            onlyContaining={only}
            ids={asked.person === null ? [] : [asked.person]}
            onChange={([person = null]) => ask({ person })}
          />
        )}
      </Field>
      <Choice
        label={t('permissions.why.noun')}
        value={asked.entity.name}
        options={nouns.map((one) => [one.name, entityLabels(one, lang).many])}
        onChange={(name) => ask({ entity: nouns.find((one) => one.name === name) ?? asked.entity })}
      />
      <Choice
        label={t('permissions.why.action')}
        value={asked.action}
        options={nodeActions(asked.entity).map((action) => [action, actionName(action)])}
        onChange={(action) => ask({ action })}
      />
      <Closer asked={asked} ask={ask} />
    </Box>
  );
}

/** Groups, people and the row itself may change the answer: whatever is heard of them asks again. */
function useFollowing({ entity, id }: Asked, refetch: () => void): void {
  const heard = { onFrame: refetch, onReset: refetch };
  useTopic({ k: 'list', e: 'admin_group', where: MATCH_ALL, sort: [] }, undefined, heard);
  useTopic({ k: 'list', e: 'admin', where: MATCH_ALL, sort: [] }, undefined, heard);
  useTopic(id === null ? null : { k: 'row', e: entity.name, id }, undefined, heard);
}

function Verdict({ asked, person }: { readonly asked: Asked; readonly person: number }) {
  const { t } = useTranslation();
  const { entity, action, id, field } = asked;
  const question: Question = {
    ...{ adminId: person, node: nodeOf(entity, action) },
    ...{ id: id ?? undefined, field: field === '' ? undefined : field },
  };
  const {
    currentData: answer,
    error,
    refetch,
  } = explainApi.useExplainQuery(question, { refetchOnMountOrArgChange: true });
  useFollowing(asked, () => void refetch());
  const words = useEntityLabels(entity);
  const actionName = useActionName(entity);
  const name = useTitles('admin', [person])[person] ?? `#${person}`;
  const record = useTitles(entity.name, id === null ? [] : [id])[id ?? 0];
  if (error !== undefined)
    return <EmptyState title={t('permissions.why.failed')} help={isCallFault(error) ? error.msg : ''} />;
  if (answer === undefined) return <Skeleton variant="rounded" height={220} />;
  const said = { action: actionName(action), noun: words.many };
  const about =
    id === null
      ? t('permissions.why.about', said)
      : t('permissions.why.about_record', { ...said, record: record ?? `#${id}` });
  const mask = answer.node.split('/').at(-1) ?? '';
  return (
    <VerdictCard
      answer={answer}
      person={{ id: person, name }}
      about={about}
      field={field === '' ? '' : (words.fields[field] ?? field)}
      maskName={mask === '' ? '' : actionName(mask)}
    />
  );
}

/** Whose people are on offer, where somebody came from a group. */
function OfGroup({ group, onAll }: { readonly group: number; readonly onAll: () => void }) {
  const { t } = useTranslation();
  const name = useTitles('admin_group', [group])[group] ?? t('permissions.why.group', { id: group });
  return (
    <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', columnGap: 3 }}>
      <Typography sx={{ overflowWrap: 'anywhere' }}>{t('permissions.why.of_group', { name })}</Typography>
      <Button size="small" onClick={onAll}>
        {t('permissions.why.everybody')}
      </Button>
    </Stack>
  );
}

export function Explain() {
  useLazyTranslations();
  const { t } = useTranslation();
  const { permissions } = useBootstrap();
  const question = useAsked();
  if (!hasPermission(permissions, 'admin_group/index')) return <Forbidden />;
  const { person } = question.asked;
  return (
    <Stack sx={{ gap: 6, p: { xs: 4, sm: 6 }, maxWidth: 1280, width: '100%' }}>
      <Box>
        <Typography variant="h2" component="h1">
          {t('permissions.why.title')}
        </Typography>
        <Typography sx={{ color: 'text.secondary', mt: 1, maxWidth: 720 }}>{t('permissions.why.lead')}</Typography>
      </Box>
      {question.asked.group !== null && (
        <OfGroup group={question.asked.group} onAll={() => question.ask({ group: null })} />
      )}
      <Questions {...question} />
      {person === null ? (
        <EmptyState
          icon={<HelpIcon />}
          title={t('permissions.why.empty_title')}
          help={t('permissions.why.empty_text')}
        />
      ) : (
        <Verdict asked={question.asked} person={person} />
      )}
    </Stack>
  );
}
