/** Permission explanation: whether an admin may run an action, optionally on a record or field. The response is live. */
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
import type { TopicSpec } from '../../../../common/protocol/liveEvents';
import { MATCH_ALL } from '../../../../common/entity/filter';
import { getColumns } from '../../../../common/entity/columns';
import { hasAdminScreen, permissionActions, permissionKey } from '../../../../common/entity/permissionKeys';
import { entityLabels } from '../../../../common/locales/entityLabels';
import { menuTitle } from '../../../../common/locales/menuTitle';
import { useEngine } from '../../../engine/engineContext';
import { EntityPicker } from '../../../engine/EntityPicker';
import { useTitles } from '../../../engine/data/useTitles';
import { isCallFault } from '../../../shared/api/faults';
import { useLanguage, useEntityLabels } from '../../../shared/i18n/i18n';
import { useTopic } from '../../../shared/app/useTopic';
import { isPermissionGranted, useBootstrap } from '../../../shared/api/bootstrap';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { EmptyState } from '../../../ui/EmptyState';
import { Forbidden } from '../../ErrorScreens';
import { explainApi, type ExplainRequest } from './explainApi';
import { VerdictCard } from './VerdictCard';

interface ExplainQuestion {
  readonly adminId: number | null;
  /** Role group whose admins the picker offers. */
  readonly group: number | null;
  readonly entity: AnyEntity;
  readonly action: string;
  readonly id: number | null;
  readonly field: string;
}
const parseId = (text: string | null) => (text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null);

/** The question is in the URL, so it can be shared and survives a reload. */
function useQuestionParams(): {
  question: ExplainQuestion;
  explainable: readonly AnyEntity[];
  setQuestion: (patch: Partial<ExplainQuestion>) => void;
} {
  const { registry } = useEngine();
  const [params, setParams] = useSearchParams();
  const explainable = registry.all.filter(hasAdminScreen);
  const [name = '', requestedAction = ''] = (params.get('node') ?? '').split('/');
  const entity =
    explainable.find((entity) => entity.name === name) ??
    explainable.find((entity) => entity.name === 'news') ??
    explainable[0];
  if (entity === undefined) throw new Error('no entity has an admin screen');
  const action = permissionActions(entity).find((name) => name === requestedAction) ?? 'index';
  const field = params.get('field') ?? '';
  const question: ExplainQuestion = {
    entity,
    action,
    adminId: parseId(params.get('admin_id')),
    group: parseId(params.get('group')),
    id: parseId(params.get('id')),
    field: getColumns(entity).has(field) ? field : '',
  };
  const setQuestion = (patch: Partial<ExplainQuestion>) => {
    const next = { ...question, ...patch };
    const other = next.entity !== question.entity ? { id: null, field: '' } : {};
    const { adminId, group, id, field } = { ...next, ...other };
    const still = permissionActions(next.entity).includes(next.action) ? next.action : 'index';
    setParams(
      {
        ...(adminId === null ? {} : { admin_id: String(adminId) }),
        ...(group === null ? {} : { group: String(group) }),
        node: permissionKey(next.entity, still),
        ...(id === null ? {} : { id: String(id) }),
        ...(field === '' ? {} : { field }),
      },
      { replace: true },
    );
  };
  return { question, explainable, setQuestion };
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
  const labels = useEntityLabels(entity);
  return (action) => labels.actions[action] ?? menuTitle(lang, action) ?? action;
}

/** Inputs for one record and one field. */
function RecordAndFieldInputs({
  question,
  setQuestion,
}: Pick<ReturnType<typeof useQuestionParams>, 'question' | 'setQuestion'>) {
  const { t } = useTranslation();
  const labels = useEntityLabels(question.entity);
  const { entities } = useBootstrap();
  const columns = [...getColumns(question.entity).keys()].filter((name) => labels.fields[name] !== undefined);
  return (
    <>
      <Field label={t('permissions.why.record')}>
        {({ id }) => (
          <EntityPicker
            key={question.entity.name}
            to={question.entity.name}
            id={id}
            isMultiple={false}
            disabled={entities[question.entity.name] === undefined}
            ids={question.id === null ? [] : [question.id]}
            onChange={([row = null]) => setQuestion({ id: row })}
          />
        )}
      </Field>
      <Choice
        label={t('permissions.why.field')}
        value={question.field}
        options={[
          ['', t('permissions.why.any_field')],
          ...columns.map((name) => [name, labels.fields[name] ?? name] as const),
        ]}
        onChange={(field) => setQuestion({ field })}
      />
    </>
  );
}

function QuestionForm({ question, explainable, setQuestion }: ReturnType<typeof useQuestionParams>) {
  const { t } = useTranslation();
  const lang = useLanguage();
  const actionName = useActionName(question.entity);
  const { group } = question;
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
            ids={question.adminId === null ? [] : [question.adminId]}
            onChange={([adminId = null]) => setQuestion({ adminId })}
          />
        )}
      </Field>
      <Choice
        label={t('permissions.why.noun')}
        value={question.entity.name}
        options={explainable.map((entity) => [entity.name, entityLabels(entity, lang).many])}
        onChange={(name) =>
          setQuestion({ entity: explainable.find((entity) => entity.name === name) ?? question.entity })
        }
      />
      <Choice
        label={t('permissions.why.action')}
        value={question.action}
        options={permissionActions(question.entity).map((action) => [action, actionName(action)])}
        onChange={(action) => setQuestion({ action })}
      />
      <RecordAndFieldInputs question={question} setQuestion={setQuestion} />
    </Box>
  );
}

const GROUPS_TOPIC: TopicSpec = { k: 'list', e: 'admin_group', where: MATCH_ALL, sort: [] };
const ADMINS_TOPIC: TopicSpec = { k: 'list', e: 'admin', where: MATCH_ALL, sort: [] };

/** The explanation, refetched after each change of role groups, admins or the record. */
function useLiveExplanation(request: ExplainRequest, { entity, id }: ExplainQuestion) {
  const options = { refetchOnMountOrArgChange: true };
  const { currentData, error, refetch, fulfilledTimeStamp } = explainApi.useExplainQuery(request, options);
  const handlers = { onFrame: () => void refetch(), onReset: () => void refetch() };
  const rowTopic: TopicSpec | null = id === null ? null : { k: 'row', e: entity.name, id };
  const seq = currentData?.seq;
  useTopic(currentData ? GROUPS_TOPIC : null, seq, handlers, fulfilledTimeStamp);
  useTopic(currentData ? ADMINS_TOPIC : null, seq, handlers, fulfilledTimeStamp);
  useTopic(currentData ? rowTopic : null, seq, handlers, fulfilledTimeStamp);
  return { explanation: currentData, error };
}

function Verdict({ question, person }: { readonly question: ExplainQuestion; readonly person: number }) {
  const { t } = useTranslation();
  const { entity, action, id, field } = question;
  const request: ExplainRequest = {
    adminId: person,
    permission: permissionKey(entity, action),
    id: id ?? undefined,
    field: field === '' ? undefined : field,
  };
  const { explanation, error } = useLiveExplanation(request, question);
  const labels = useEntityLabels(entity);
  const actionName = useActionName(entity);
  const name = useTitles('admin', [person])[person] ?? `#${person}`;
  const record = useTitles(entity.name, id === null ? [] : [id])[id ?? 0];
  if (error !== undefined)
    return <EmptyState title={t('permissions.why.failed')} help={isCallFault(error) ? error.msg : ''} />;
  if (explanation === undefined) return <Skeleton variant="rounded" height={220} />;
  const subject = { action: actionName(action), noun: labels.many };
  const about =
    id === null
      ? t('permissions.why.about', subject)
      : t('permissions.why.about_record', { ...subject, record: record ?? `#${id}` });
  const mask = explanation.missingPermission.split('/').at(-1) ?? '';
  return (
    <VerdictCard
      explanation={explanation}
      person={{ id: person, name }}
      subject={about}
      field={field === '' ? '' : (labels.fields[field] ?? field)}
      maskName={mask === '' ? '' : actionName(mask)}
    />
  );
}

/** Names the role group that limits the picker. */
function GroupNotice({ group, onAll }: { readonly group: number; readonly onAll: () => void }) {
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
  const params = useQuestionParams();
  if (!isPermissionGranted(permissions, 'admin_group/index')) return <Forbidden />;
  const { adminId } = params.question;
  return (
    <Stack sx={{ gap: 6, p: { xs: 4, sm: 6 }, maxWidth: 1280, width: '100%' }}>
      <Box>
        <Typography variant="h2" component="h1">
          {t('permissions.why.title')}
        </Typography>
        <Typography sx={{ color: 'text.secondary', mt: 1, maxWidth: 720 }}>{t('permissions.why.lead')}</Typography>
      </Box>
      {params.question.group !== null && (
        <GroupNotice group={params.question.group} onAll={() => params.setQuestion({ group: null })} />
      )}
      <QuestionForm {...params} />
      {adminId === null ? (
        <EmptyState
          icon={<HelpIcon />}
          title={t('permissions.why.empty_title')}
          help={t('permissions.why.empty_text')}
        />
      ) : (
        <Verdict question={params.question} person={adminId} />
      )}
    </Stack>
  );
}
