/** The toolbar. Its tools are one tab stop; arrow keys, Home and End move between them. */
import ImageIcon from '@mui/icons-material/ImageOutlined';
import LinkIcon from '@mui/icons-material/InsertLink';
import MoreIcon from '@mui/icons-material/MoreHoriz';
import Box from '@mui/material/Box';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import ToggleButton from '@mui/material/ToggleButton';
import Tooltip from '@mui/material/Tooltip';
import { useEditorState, type Editor } from '@tiptap/react';
import { useRef, useState, type KeyboardEvent, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { MenuButton } from '../../ui/MenuButton';
import { useElementWidth } from '../list/grid/useElementWidth';
import { TABLE_TOOLS, TOOLS, type Tool } from './toolbarTools';

const LEVELS = [2, 3, 4] as const;
/** Links and images stand after undo, redo, bold, italic and underline, so that a narrow row shows them. */
const LINK_POSITION = 5;
/** In the menu each style looks like its text. */
const HEADING_SIZES = { 2: '1.25rem', 3: '1.125rem', 4: '1rem' } as const;

function HeadingSelect({ editor }: { readonly editor: Editor }) {
  const { t } = useTranslation();
  const level = useEditorState({
    editor,
    selector: (state) => LEVELS.find((level) => state.editor.isActive('heading', { level })) ?? 0,
  });
  const choose = (next: number) => {
    const heading = LEVELS.find((level) => level === next);
    const chain = editor.chain().focus();
    if (heading === undefined) chain.setParagraph().run();
    else chain.setHeading({ level: heading }).run();
  };
  return (
    <Select
      size="small"
      value={level}
      // The closing menu gives the focus back to its button first.
      onChange={({ target: { value } }) => void setTimeout(() => choose(value), 0)}
      slotProps={{ input: { 'aria-label': t('richText.style') } }}
      sx={{ height: 30, minWidth: 116, mr: 1, fontSize: '0.8125rem', bgcolor: 'background.paper' }}
    >
      <MenuItem value={0}>{t('richText.paragraph')}</MenuItem>
      {LEVELS.map((level) => (
        <MenuItem key={level} value={level} sx={{ fontSize: HEADING_SIZES[level], fontWeight: 600 }}>
          {t(`richText.h${level}`)}
        </MenuItem>
      ))}
    </Select>
  );
}

/** Whether an event comes from the toolbar and not from one of its open menus. */
const isWithin = ({ target, currentTarget }: SyntheticEvent<HTMLElement>): boolean =>
  target instanceof Node && currentTarget.contains(target);

function onMoveKey(event: KeyboardEvent<HTMLElement>) {
  const { key, target, currentTarget } = event;
  const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
  const isEdge = key === 'Home' || key === 'End';
  if ((step === 0 && !isEdge) || !isWithin(event)) return;
  const buttons = [...currentTarget.querySelectorAll<HTMLElement>('button:not(:disabled)')];
  const index = buttons.findIndex((button) => button === target);
  const next = isEdge ? (key === 'Home' ? 0 : -1) : (index + step + buttons.length) % buttons.length;
  buttons.at(next)?.focus();
  event.preventDefault();
}

interface ToolButtonProps {
  readonly tool: Tool;
  readonly editor: Editor;
  readonly isTabStop: boolean;
}
function ToolButton({ tool, editor, isTabStop }: ToolButtonProps) {
  const { t } = useTranslation();
  const { label, Icon, run } = tool;
  const { isActive, isUnavailable } = useEditorState({
    editor,
    selector: (state) => ({
      isActive: tool.isActive?.(state.editor) ?? false,
      isUnavailable: tool.isUnavailable?.(state.editor) ?? false,
    }),
  });
  return (
    <Tooltip title={t(label)}>
      <span>
        <ToggleButton
          value={label}
          size="small"
          selected={isActive}
          disabled={isUnavailable}
          aria-label={t(label)}
          tabIndex={isTabStop ? 0 : -1}
          onClick={() => run(editor)}
          sx={{ border: 0, p: 1, ml: tool.isGroupStart ? 1.5 : 0, borderRadius: 1 }}
        >
          {Icon && <Icon fontSize="small" />}
        </ToggleButton>
      </span>
    </Tooltip>
  );
}

/** Pixels that a tool needs, with its distance to the next one. */
const TOOL_WIDTH = 34;
/** Pixels of the style select and of the menu button. */
const FIXED_WIDTH = 176;

/** The number of tools that fit into one row; all of them without layout. */
function countFittingTools(width: number, count: number, hasMenu: boolean): number {
  if (width === 0) return count;
  const fitting = Math.max(0, Math.floor((width - FIXED_WIDTH) / TOOL_WIDTH));
  // The last tool may take the place of the menu button.
  return !hasMenu && count === fitting + 1 ? count : fitting;
}

/** The tools that do not fit into the row, and those of the table with the caret. */
function ToolMenu({ editor, tools }: { readonly editor: Editor; readonly tools: readonly Tool[] }) {
  const { t } = useTranslation();
  return (
    <MenuButton label={t('recordPanel.toolbar_more')} icon={<MoreIcon fontSize="small" />}>
      {(close) =>
        tools.map(({ label, Icon, run, isActive, isUnavailable }) => (
          <MenuItem
            key={label}
            dense
            selected={isActive?.(editor) ?? false}
            disabled={isUnavailable?.(editor) ?? false}
            onClick={() => {
              close();
              // The closing menu gives the focus back to its button first.
              setTimeout(() => run(editor), 0);
            }}
          >
            {Icon && (
              <ListItemIcon>
                <Icon fontSize="small" />
              </ListItemIcon>
            )}
            <ListItemText inset={Icon === undefined}>{t(label)}</ListItemText>
          </MenuItem>
        ))
      }
    </MenuButton>
  );
}

const BAR_STYLE = {
  display: 'flex',
  alignItems: 'center',
  gap: 0.5,
  p: 1,
  borderRadius: '6px 6px 0 0',
  borderBottom: 1,
  borderColor: 'divider',
  bgcolor: 'background.sunken',
} as const;
interface RichTextToolbarProps {
  readonly editor: Editor;
  readonly onLink: () => void;
  readonly onImage: () => void;
}
export function RichTextToolbar({ editor, onLink, onImage }: RichTextToolbarProps) {
  const { t } = useTranslation();
  const [tabStop, setTabStop] = useState('richText.bold');
  const isInTable = useEditorState({ editor, selector: ({ editor }) => editor.isActive('table') });
  const tools: readonly Tool[] = [
    ...TOOLS.slice(0, LINK_POSITION),
    {
      label: 'richText.link',
      Icon: LinkIcon,
      isGroupStart: true,
      run: onLink,
      isActive: (current) => current.isActive('link'),
    },
    { label: 'richText.image', Icon: ImageIcon, run: onImage },
    ...TOOLS.slice(LINK_POSITION),
  ];
  const bar = useRef<HTMLDivElement>(null);
  const fitting = countFittingTools(useElementWidth(bar), tools.length, isInTable);
  const toolsInMenu = [...tools.slice(fitting), ...(isInTable ? TABLE_TOOLS : [])];
  return (
    <Box
      ref={bar}
      role="toolbar"
      aria-label={t('richText.toolbar')}
      tabIndex={-1}
      onKeyDown={onMoveKey}
      onFocus={(event) => {
        if (isWithin(event)) setTabStop(event.target.getAttribute('value') ?? tabStop);
      }}
      sx={BAR_STYLE}
    >
      <HeadingSelect editor={editor} />
      {tools.slice(0, fitting).map((tool) => (
        <ToolButton key={tool.label} tool={tool} editor={editor} isTabStop={tool.label === tabStop} />
      ))}
      {toolsInMenu.length > 0 && <ToolMenu editor={editor} tools={toolsInMenu} />}
    </Box>
  );
}
