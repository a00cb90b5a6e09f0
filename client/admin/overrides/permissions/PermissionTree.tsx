/** Permissions as a tree of ticks with three states and a search; what the editor does not hold says so and cannot be ticked. */
import SearchIcon from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import InputAdornment from '@mui/material/InputAdornment';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Json } from '../../../../common/entity/field';
import { useEngine } from '../../../engine/engineContext';
import type { InputProps } from '../../../engine/kinds/kindView';
import { holdsNode, useBootstrap, type MenuNode } from '../../../shared/bootstrap';
import { useLang } from '../../../shared/i18n';
import { useLaterWords } from '../../../shared/useLaterWords';
import { entityWords } from '../../../../common/locales/entityWords';
import { FolderRow } from './FolderRow';
import { ALL, found, foldersOf, nodesOf, toggled, type Folder } from './nodeTree';
import { Tick } from './Tick';
import { useBarriers } from './useBarriers';

const nodesIn = (value: Json): readonly string[] =>
  Array.isArray(value) ? value.filter((node): node is string => typeof node === 'string') : [];

const namesIn = (menus: readonly MenuNode[]): readonly string[] =>
  menus.flatMap(({ name, children }) => [name, ...namesIn(children)]);

function useFolders(): readonly Folder[] {
  const { registry } = useEngine();
  const lang = useLang();
  const { menus } = useBootstrap();
  const { t } = useTranslation();
  return useMemo(
    () =>
      foldersOf(
        registry.all,
        {
          folder: (menu) => t(`menu.${menu}`, { defaultValue: menu }),
          noun: (entity) => entityWords(entity, lang).many,
          action: (entity, action) =>
            entityWords(entity, lang).actions[action] ?? t(`menu.node.${action}`, { defaultValue: action }),
        },
        namesIn(menus),
      ),
    [registry, lang, t, menus],
  );
}

/** A tree opens where something is chosen; a search opens everything it found. */
function useOpened(folders: readonly Folder[], chosen: ReadonlySet<string>) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(
    () => new Set(folders.filter((folder) => nodesOf(folder).some((node) => chosen.has(node))).map(({ key }) => key)),
  );
  const turn = (key: string) => {
    const next = new Set(opened);
    if (!next.delete(key)) next.add(key);
    setOpened(next);
  };
  return { opened, turn, setAll: (keys: readonly string[]) => setOpened(new Set(keys)) };
}

interface ToolsProps {
  readonly text: string;
  readonly only: boolean;
  readonly chosen: number;
  readonly open: boolean;
  readonly onText: (text: string) => void;
  readonly onOnly: (only: boolean) => void;
  readonly onOpen: () => void;
}
function Tools({ text, only, chosen, open, onText, onOnly, onOpen }: ToolsProps) {
  const { t } = useTranslation();
  return (
    <Stack sx={{ gap: 1, mt: 2 }}>
      <TextField
        size="small"
        value={text}
        placeholder={t('rights.tree.search')}
        onChange={({ target }) => onText(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault(); // not the form's Save
        }}
        slotProps={{
          htmlInput: { 'aria-label': t('rights.tree.search'), type: 'search' },
          input: {
            startAdornment: (
              <InputAdornment position="start">
                <SearchIcon fontSize="small" />
              </InputAdornment>
            ),
          },
        }}
      />
      <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', columnGap: 3 }}>
        <Typography component="output" variant="caption" sx={{ flex: 1, minWidth: 120, color: 'text.secondary' }}>
          {t('rights.tree.chosen', { count: chosen })}
        </Typography>
        <FormControlLabel
          control={<Switch size="small" checked={only} onChange={(_, on) => onOnly(on)} />}
          label={<Typography variant="caption">{t('rights.tree.only')}</Typography>}
        />
        <Button size="small" onClick={onOpen}>
          {t(open ? 'rights.tree.collapse' : 'rights.tree.expand')}
        </Button>
      </Stack>
    </Stack>
  );
}

function Tree({ nodes, disabled, beyond, onChange }: Choosing) {
  const { t } = useTranslation();
  const { permissions } = useBootstrap();
  const chosen = useMemo(() => new Set(nodes), [nodes]);
  const folders = useFolders();
  const [text, setText] = useState('');
  const [only, setOnly] = useState(false);
  const { opened, turn, setAll } = useOpened(folders, chosen);
  const shown = found(folders, { text, only: only ? chosen : undefined });
  const seeking = text.trim() !== '';
  const anyOpen = opened.size > 0;
  return (
    <>
      <Tools
        {...{ text, only, chosen: nodes.length, open: anyOpen }}
        onText={setText}
        onOnly={setOnly}
        onOpen={() => setAll(anyOpen ? [] : folders.map(({ key }) => key))}
      />
      <Box sx={{ mt: 2, border: 1, borderColor: 'divider', borderRadius: '6px', overflow: 'hidden' }}>
        {shown.map((folder) => (
          <FolderRow
            key={folder.key}
            folder={folder}
            chosen={chosen}
            open={seeking || only || opened.has(folder.key)}
            disabled={disabled}
            holds={(node) => holdsNode(permissions, node)}
            beyond={beyond}
            onTurn={() => turn(folder.key)}
            onToggle={(some, on) => onChange(toggled(nodes, some, on))}
          />
        ))}
        {shown.length === 0 && (
          <Typography sx={{ p: 4, color: 'text.secondary' }}>
            {t(seeking ? 'rights.tree.none' : 'rights.tree.none_chosen')}
          </Typography>
        )}
      </Box>
    </>
  );
}
interface Choosing {
  readonly nodes: readonly string[];
  readonly disabled: boolean;
  readonly beyond: (node: string) => string | undefined;
  readonly onChange: (nodes: readonly string[]) => void;
}

export function PermissionTree({ value, onChange, disabled, id, labelId, describedBy, parent }: InputProps) {
  useLaterWords();
  const { t } = useTranslation();
  const { admin } = useBootstrap();
  const nodes = useMemo(() => nodesIn(value), [value]);
  const everything = nodes.includes(ALL);
  const beyond = useBarriers(typeof parent === 'number' ? parent : null);
  const whole = admin.super ? (everything ? undefined : beyond(ALL)) : t('rights.tree.only_super');
  return (
    <Box
      component="fieldset"
      id={id}
      aria-labelledby={labelId}
      sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}
      {...(describedBy === undefined ? {} : { 'aria-describedby': describedBy })}
    >
      <Tick
        label={t('console.groups.everything')}
        mark={everything ? 'all' : 'none'}
        barred={disabled ? '' : whole}
        note={everything ? beyond(ALL) : undefined}
        onToggle={(on) => onChange(on ? [ALL] : [])}
      />
      {!everything && (
        <Tree nodes={nodes} disabled={disabled} beyond={beyond} onChange={(next) => onChange([...next])} />
      )}
    </Box>
  );
}
