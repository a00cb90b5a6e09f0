/** Folders of checkboxes, with a search and a filter for ticked ones. */
import SearchIcon from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import InputAdornment from '@mui/material/InputAdornment';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { asStringList } from '../../../../common/json';
import type { Json } from '../../../../common/entity/field';
import { FolderRow } from './FolderRow';
import { filterFolders, listFolderPermissions, withPermissions, type Folder } from './folderTree';

/** Nodes in the value of a field. */
export const parsePermissions = (value: Json): readonly string[] => asStringList(value);

/** Folders with a ticked permission start open, also those that load later. A search opens all results. */
function useOpenFolders(folders: readonly Folder[], chosen: ReadonlySet<string>) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const added = folders.filter(({ key }) => !seen.has(key));
  if (added.length > 0) {
    const foldersWithChosen = added.filter((folder) =>
      listFolderPermissions(folder).some((permission) => chosen.has(permission)),
    );
    setSeen(new Set([...seen, ...added.map(({ key }) => key)]));
    setOpened(new Set([...opened, ...foldersWithChosen.map(({ key }) => key)]));
  }
  const toggle = (key: string) => {
    const next = new Set(opened);
    if (!next.delete(key)) next.add(key);
    setOpened(next);
  };
  return { opened, toggle, setAll: (keys: readonly string[]) => setOpened(new Set(keys)) };
}

interface ToolsProps {
  readonly text: string;
  readonly showsOnlyChosen: boolean;
  readonly chosenCount: number;
  /** Undefined while a search or the filter shows every folder open. */
  readonly isAnyOpen: boolean | undefined;
  /** Adds many permissions at once. */
  readonly sets: ReactNode;
  readonly onTextChange: (text: string) => void;
  readonly onOnlyChosenChange: (only: boolean) => void;
  readonly onToggleAll: () => void;
}
function Tools({
  text,
  showsOnlyChosen,
  chosenCount,
  isAnyOpen,
  sets,
  onTextChange,
  onOnlyChosenChange,
  onToggleAll,
}: ToolsProps) {
  const { t } = useTranslation();
  return (
    <Stack sx={{ gap: 1, mt: 2 }}>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 2 }}>
        <TextField
          size="small"
          sx={{ flex: 1 }}
          value={text}
          placeholder={t('permissions.tree.search')}
          onChange={({ target }) => onTextChange(target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault(); // keeps Enter from saving the form
          }}
          slotProps={{
            htmlInput: { 'aria-label': t('permissions.tree.search'), type: 'search' },
            input: {
              startAdornment: (
                <InputAdornment position="start">
                  <SearchIcon fontSize="small" />
                </InputAdornment>
              ),
            },
          }}
        />
        {sets}
      </Stack>
      <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', columnGap: 3 }}>
        <Typography
          component="output"
          variant="caption"
          sx={{ flex: { xs: '1 0 100%', sm: 1 }, color: 'text.secondary' }}
        >
          {t('permissions.tree.chosen', { count: chosenCount })}
        </Typography>
        <FormControlLabel
          control={<Switch size="small" checked={showsOnlyChosen} onChange={(_, on) => onOnlyChosenChange(on)} />}
          label={<Typography variant="caption">{t('permissions.tree.only')}</Typography>}
        />
        {isAnyOpen !== undefined && (
          <Button size="small" onClick={onToggleAll}>
            {t(isAnyOpen ? 'permissions.tree.collapse' : 'permissions.tree.expand')}
          </Button>
        )}
      </Stack>
    </Stack>
  );
}

interface PermissionFoldersProps {
  readonly folders: readonly Folder[];
  /** Ticked permissions. */
  readonly permissions: readonly string[];
  readonly disabled: boolean;
  /** Whether the editor holds a permission. */
  readonly isHeld: (permission: string) => boolean;
  /** Why a permission has no effect, if so. */
  readonly limitReason: (permission: string) => string | undefined;
  readonly onChange: (permissions: readonly string[]) => void;
  /** Beside the search: adds many permissions at once. */
  readonly sets: ReactNode;
}

export function PermissionFolders({
  folders,
  permissions,
  disabled,
  isHeld,
  limitReason,
  onChange,
  sets,
}: PermissionFoldersProps) {
  const { t } = useTranslation();
  const chosen = useMemo(() => new Set(permissions), [permissions]);
  const [text, setText] = useState('');
  const [showsOnlyChosen, setShowsOnlyChosen] = useState(false);
  const { opened, toggle, setAll } = useOpenFolders(folders, chosen);
  const visibleFolders = filterFolders(folders, { text, onlyPermissions: showsOnlyChosen ? chosen : undefined });
  const isSearching = text.trim() !== '';
  const showsAllOpen = isSearching || showsOnlyChosen;
  const isAnyOpen = folders.some(({ key }) => opened.has(key));
  return (
    <>
      <Tools
        text={text}
        showsOnlyChosen={showsOnlyChosen}
        chosenCount={permissions.length}
        sets={sets}
        isAnyOpen={showsAllOpen ? undefined : isAnyOpen}
        onTextChange={setText}
        onOnlyChosenChange={setShowsOnlyChosen}
        onToggleAll={() => setAll(isAnyOpen ? [] : folders.map(({ key }) => key))}
      />
      <Box sx={{ mt: 2, border: 1, borderColor: 'divider', borderRadius: '6px', overflow: 'hidden' }}>
        {visibleFolders.map((folder) => (
          <FolderRow
            key={folder.key}
            folder={folder}
            chosen={chosen}
            isOpen={showsAllOpen || opened.has(folder.key)}
            disabled={disabled}
            isHeld={isHeld}
            limitReason={limitReason}
            onToggleOpen={() => toggle(folder.key)}
            onToggle={(some, on) => onChange(withPermissions(permissions, some, on))}
          />
        ))}
        {visibleFolders.length === 0 && (
          <Typography sx={{ p: 4, color: 'text.secondary' }}>
            {t(isSearching ? 'permissions.tree.none' : 'permissions.tree.none_chosen')}
          </Typography>
        )}
      </Box>
    </>
  );
}
