/** Settings screen: one tab per group, live items, and one Save button for all changed ones. */
import AddIcon from '@mui/icons-material/AddOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { config } from '../../../../common/entities/config';
import type { WireRow } from '../../../../common/entity/projectRow';
import type { ListQuery } from '../../../../common/query/listQuery';
import { quickEntryLabel, groupTitle, builtInGroupTitle } from '../../../../common/locales/settingTitles';
import { usePermissions } from '../../../engine/usePermissions';
import { useRows } from '../../../engine/data/useRows';
import { useApplyPending } from '../../../engine/data/useApplyPending';
import { useAppSelector } from '../../../shared/app/createStore';
import { useLanguage } from '../../../shared/i18n/i18n';
import { asString, isObject } from '../../../../common/json';
import { ScreenRemark } from '../../../shared/controls/ScreenRemark';
import { useReportLocation } from '../../../shared/presence/presenceContext';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { EmptyState } from '../../../ui/EmptyState';
import { DefinitionDialog, RemoveDialog } from './ItemDialogs';
import { getSettingTitle } from './settingEntity';
import { ItemField } from './ItemField';
import { TestMailButton } from './TestMailButton';
import { useItemOrder } from './useItemOrder';
import { useItemForms, type ItemForms } from './useItemForms';

const ALL_ITEMS: ListQuery = {
  page: 1,
  limit: 200,
  sort: [{ field: 'weigh', dir: 'desc' }],
  where: { all: [] },
};

const textPairs = (value: unknown): readonly (readonly [string, string])[] =>
  isObject(value) ? Object.entries(value).map(([key, text]) => [key, asString(text)] as const) : [];

/** All items, live, sorted by weight. */
function useItems() {
  const permissions = usePermissions(config);
  const rows = useRows(config, ALL_ITEMS, permissions);
  const cachedRows = useAppSelector((state) => state.entities.rows[config.name]);
  // The list is short and no row is targeted by its position.
  useApplyPending(rows);
  const items = useMemo(
    () => rows.list.ids.flatMap((id): readonly WireRow[] => (cachedRows?.[id] ? [cachedRows[id].row] : [])),
    [rows.list.ids, cachedRows],
  );
  return { items, rows, permissions };
}

function QuickEntries({ items }: { readonly items: readonly WireRow[] }) {
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

/** Groups in the order of their item, then those that only items name. */
function getGroups(items: readonly WireRow[]): readonly (readonly [string, string])[] {
  const listed = textPairs(items.find((row) => row['name'] === 'config_group')?.['value']);
  const known = new Set(listed.map(([name]) => name));
  const others = [...new Set(items.map((row) => asString(row['group'])))].filter((name) => !known.has(name));
  return [...listed, ...others.map((name) => [name, builtInGroupTitle(name)] as const)];
}

interface SettingsHeaderProps {
  readonly items: readonly WireRow[];
  readonly groups: readonly (readonly [string, string])[];
  readonly group: string;
  readonly onGroup: (group: string) => void;
  readonly onAdd: (() => void) | undefined;
}
function SettingsHeader({ items, groups, group, onGroup, onAdd }: SettingsHeaderProps) {
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
      <QuickEntries items={items} />
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

interface SettingsFooterProps {
  readonly forms: ItemForms;
  readonly items: readonly WireRow[];
  readonly isMail: boolean;
}
function SettingsFooter({ forms, items, isMail }: SettingsFooterProps) {
  const { t } = useTranslation();
  return (
    <Stack
      data-action-bar
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
      <Typography component="output" variant="body2" sx={{ flex: 1, color: 'text.secondary' }}>
        {forms.dirtyCount > 0 ? t('settings.unsaved', { count: forms.dirtyCount }) : t('engine.form.unchanged')}
      </Typography>
      {isMail && <TestMailButton values={() => forms.values(items)} />}
      <Button variant="contained" disabled={forms.dirtyCount === 0} onClick={() => void forms.save()}>
        {t('settings.save')}
      </Button>
    </Stack>
  );
}

type OpenDialog =
  { readonly kind: 'define'; readonly id: number | null } | { readonly kind: 'remove'; readonly id: number };

export function SettingsScreen() {
  useLazyTranslations();
  useReportLocation(config.name, null);
  const { t } = useTranslation();
  const lang = useLanguage();
  const { items, rows, permissions } = useItems();
  const forms = useItemForms();
  const [chosen, setChosen] = useState('');
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
  const editItem = useCallback((id: number) => setOpenDialog({ kind: 'define', id }), []);
  const removeItem = useCallback((id: number) => setOpenDialog({ kind: 'remove', id }), []);
  const groups = getGroups(items);
  const group = groups.some(([name]) => name === chosen) ? chosen : (groups[0]?.[0] ?? '');
  const visibleItems = items.filter((row) => row['group'] === group);
  const order = useItemOrder(visibleItems);
  const removed = openDialog?.kind === 'remove' ? items.find((row) => row['id'] === openDialog.id) : undefined;
  if (rows.isLoading) return <Skeleton variant="rounded" height={320} sx={{ m: 6 }} />;
  if (rows.fault) return <EmptyState title={t('engine.form.failed_title')} help={rows.fault.msg} />;
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 }}>
      <SettingsHeader
        items={items}
        groups={groups}
        group={group}
        onGroup={setChosen}
        onAdd={permissions.can('create') ? () => setOpenDialog({ kind: 'define', id: null }) : undefined}
      />
      <Box
        role="tabpanel"
        id="settings-group"
        data-rows
        aria-labelledby={`group-${group}`}
        sx={{ flex: 1, minHeight: 0, overflow: 'auto', px: { xs: 4, sm: 6 }, pb: 4 }}
      >
        {visibleItems.length === 0 && <EmptyState title={t('settings.empty')} />}
        {visibleItems.map((row) => (
          <ItemField
            key={Number(row['id'])}
            row={row}
            order={visibleItems.length > 1 && permissions.canRunAction('sortable') ? order : undefined}
            onForm={forms.registerForm}
            onEdit={editItem}
            onRemove={removeItem}
          />
        ))}
      </Box>
      <SettingsFooter forms={forms} items={items} isMail={group === 'mail'} />
      {openDialog?.kind === 'define' && (
        <DefinitionDialog id={openDialog.id} group={group} onClose={() => setOpenDialog(null)} />
      )}
      {removed && (
        <RemoveDialog
          id={Number(removed['id'])}
          title={getSettingTitle(lang, removed)}
          onClose={() => setOpenDialog(null)}
        />
      )}
    </Box>
  );
}
