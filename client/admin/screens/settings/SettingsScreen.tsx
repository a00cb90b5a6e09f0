/** The configuration: a tab for each group, each setting live, and one Save for what was changed in sight. */
import AddIcon from '@mui/icons-material/AddOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { config } from '../../../../common/entities/config';
import type { WireRow } from '../../../../common/entity/projectRow';
import type { ListQuery } from '../../../../common/query/listQuery';
import { quickEntryLabel, groupTitle, builtInGroupTitle } from '../../../../common/locales/settingTitles';
import { usePermissions } from '../../../engine/usePermissions';
import { useRows } from '../../../engine/data/useRows';
import { useAppSelector } from '../../../shared/app/createStore';
import { useLanguage } from '../../../shared/i18n/i18n';
import { asString, isObject } from '../../../../common/json';
import { ScreenRemark } from '../../../shared/controls/ScreenRemark';
import { useReportLocation } from '../../../shared/presence/presenceContext';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { EmptyState } from '../../../ui/EmptyState';
import { DefinitionDialog, RemoveDialog } from './ItemDialogs';
import { itemTitle } from './itemEntity';
import { ItemField } from './ItemField';
import { TestMail } from './TestMail';
import { useItemOrder } from './useItemOrder';
import { useItemForms, type ItemForms } from './useItemForms';

const ALL: ListQuery = {
  page: 1,
  limit: 200,
  sort: [{ field: 'weigh', dir: 'desc' }],
  where: { all: [] },
};

const textPairs = (value: unknown): readonly (readonly [string, string])[] =>
  isObject(value) ? Object.entries(value).map(([key, text]) => [key, asString(text)] as const) : [];

/** Every item, live, those that weigh most first. */
function useItems() {
  const rights = usePermissions(config);
  const rows = useRows(config, ALL, rights);
  const held = useAppSelector((state) => state.entities.rows[config.name]);
  const { hasPending: pending, applyPending: show } = rows;
  // Few rows, and nobody points at one by its place: what is new simply stands there.
  useEffect(() => {
    if (pending) show();
  }, [pending, show]);
  const items = useMemo(
    () => rows.list.ids.flatMap((id): readonly WireRow[] => (held?.[id] ? [held[id].row] : [])),
    [rows.list.ids, held],
  );
  return { items, rows, rights };
}

function Entrances({ items }: { readonly items: readonly WireRow[] }) {
  const { t } = useTranslation();
  const lang = useLanguage();
  const item = items.find((row) => row['name'] === 'config_quick_entrance');
  const pairs = textPairs(item?.['value']);
  if (pairs.length === 0) return null;
  return (
    <Stack
      component="nav"
      aria-label={t('settings.entrance')}
      direction="row"
      sx={{ gap: 2, flexWrap: 'wrap', alignItems: 'center' }}
    >
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('settings.entrance')}
      </Typography>
      {pairs.map(([label, path]) => (
        <Chip key={label} size="small" clickable component={Link} to={path} label={quickEntryLabel(lang, label)} />
      ))}
    </Stack>
  );
}

/** Groups in the order of their item, then any that items name and nobody listed. */
function groupsOf(items: readonly WireRow[]): readonly (readonly [string, string])[] {
  const listed = textPairs(items.find((row) => row['name'] === 'config_group')?.['value']);
  const known = new Set(listed.map(([name]) => name));
  const others = [...new Set(items.map((row) => asString(row['group'])))].filter((name) => !known.has(name));
  return [...listed, ...others.map((name) => [name, builtInGroupTitle(name)] as const)];
}

interface HeadProps {
  readonly items: readonly WireRow[];
  readonly groups: readonly (readonly [string, string])[];
  readonly group: string;
  readonly onGroup: (group: string) => void;
  readonly onAdd: (() => void) | undefined;
}
function Head({ items, groups, group, onGroup, onAdd }: HeadProps) {
  const { t } = useTranslation();
  const lang = useLanguage();
  return (
    <Stack sx={{ px: { xs: 4, sm: 6 }, pt: 5, gap: 3 }}>
      <Stack direction="row" sx={{ alignItems: 'flex-start', gap: 4, flexWrap: 'wrap' }}>
        <Box sx={{ flex: 1, minWidth: 200 }}>
          <Typography variant="h2" component="h1">
            {t('settings.title')}
          </Typography>
          <Typography sx={{ color: 'text.secondary' }}>{t('settings.lead')}</Typography>
        </Box>
        {onAdd && (
          <Button startIcon={<AddIcon />} variant="outlined" onClick={onAdd}>
            {t('settings.add')}
          </Button>
        )}
      </Stack>
      <ScreenRemark screen={config.name} paddingX={0} />
      <Entrances items={items} />
      <Tabs
        value={group}
        onChange={(_, next: string) => onGroup(next)}
        variant="scrollable"
        allowScrollButtonsMobile
        aria-label={t('settings.title')}
      >
        {groups.map(([name, stored]) => (
          <Tab
            key={name}
            value={name}
            label={groupTitle(lang, name, stored)}
            id={`group-${name}`}
            aria-controls="settings-group"
          />
        ))}
      </Tabs>
    </Stack>
  );
}

interface FootProps {
  readonly forms: ItemForms;
  readonly items: readonly WireRow[];
  readonly isMail: boolean;
}
function Foot({ forms, items, isMail }: FootProps) {
  const { t } = useTranslation();
  return (
    <Stack
      data-foot
      direction="row"
      sx={{
        gap: 3,
        px: { xs: 4, sm: 6 },
        py: 3,
        borderTop: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
        alignItems: 'center',
      }}
    >
      {/* At the start: what was just saved is said at the other end. */}
      <Button variant="contained" disabled={forms.dirty === 0} onClick={() => void forms.save()}>
        {t('settings.save')}
      </Button>
      {isMail && <TestMail values={() => forms.values(items)} />}
      <Typography component="output" variant="body2" sx={{ flex: 1, color: 'text.secondary' }}>
        {forms.dirty > 0 ? t('settings.unsaved', { count: forms.dirty }) : t('engine.form.unchanged')}
      </Typography>
    </Stack>
  );
}

type Asked = { readonly kind: 'define'; readonly id: number | null } | { readonly kind: 'remove'; readonly id: number };

export function SettingsScreen() {
  useLazyTranslations();
  useReportLocation(config.name, null);
  const { t } = useTranslation();
  const lang = useLanguage();
  const { items, rows, rights } = useItems();
  const forms = useItemForms();
  const [chosen, setChosen] = useState('');
  const [asked, setAsked] = useState<Asked | null>(null);
  const groups = groupsOf(items);
  const group = groups.some(([name]) => name === chosen) ? chosen : (groups[0]?.[0] ?? '');
  const shown = items.filter((row) => row['group'] === group);
  const order = useItemOrder(shown);
  const removed = asked?.kind === 'remove' ? items.find((row) => row['id'] === asked.id) : undefined;
  if (rows.isLoading) return <Skeleton variant="rounded" height={320} sx={{ m: 6 }} />;
  if (rows.fault) return <EmptyState title={t('engine.form.failed_title')} help={rows.fault.msg} />;
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 }}>
      <Head
        items={items}
        groups={groups}
        group={group}
        onGroup={setChosen}
        onAdd={rights.can('create') ? () => setAsked({ kind: 'define', id: null }) : undefined}
      />
      <Box
        role="tabpanel"
        id="settings-group"
        data-rows
        aria-labelledby={`group-${group}`}
        sx={{ flex: 1, minHeight: 0, overflow: 'auto', px: { xs: 4, sm: 6 }, pb: 4 }}
      >
        {shown.length === 0 && <EmptyState title={t('settings.empty')} />}
        {shown.map((row) => (
          <ItemField
            key={Number(row['id'])}
            row={row}
            order={shown.length > 1 && rights.canRunAction('sortable') ? order : undefined}
            onForm={forms.note}
            onEdit={(id) => setAsked({ kind: 'define', id })}
            onRemove={(id) => setAsked({ kind: 'remove', id })}
          />
        ))}
      </Box>
      <Foot forms={forms} items={items} isMail={group === 'mail'} />
      {asked?.kind === 'define' && <DefinitionDialog id={asked.id} group={group} onClose={() => setAsked(null)} />}
      {removed && (
        <RemoveDialog id={Number(removed['id'])} title={itemTitle(lang, removed)} onClose={() => setAsked(null)} />
      )}
    </Box>
  );
}
