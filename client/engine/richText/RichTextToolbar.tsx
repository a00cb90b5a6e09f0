/** The toolbar. Its tools are one tab stop; arrow keys move between them. */
import ImageIcon from '@mui/icons-material/ImageOutlined';
import LinkIcon from '@mui/icons-material/InsertLink';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ToggleButton from '@mui/material/ToggleButton';
import Tooltip from '@mui/material/Tooltip';
import { useEditorState, type Editor } from '@tiptap/react';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { TABLE_TOOLS, TOOLS, type Tool } from './toolbarTools';

const LEVELS = [2, 3, 4] as const;
const BUTTON_STYLE = {
  ...{ font: 'inherit', fontSize: 13, height: 30, px: 1, mr: 1, color: 'text.primary' },
  ...{ bgcolor: 'background.paper', border: 1, borderColor: 'divider', borderRadius: 1 },
} as const;

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
    <Box
      component="select"
      aria-label={t('richText.style')}
      value={level}
      onChange={(event) => choose(Number(event.target.value))}
      sx={BUTTON_STYLE}
    >
      <option value={0}>{t('richText.paragraph')}</option>
      {LEVELS.map((level) => (
        <option key={level} value={level}>
          {t(`richText.h${level}`)}
        </option>
      ))}
    </Box>
  );
}

function onArrowKey(event: KeyboardEvent<HTMLElement>) {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (step === 0 || event.target instanceof HTMLSelectElement) return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button:not(:disabled)')];
  const index = buttons.findIndex((button) => button === event.target);
  buttons[(index + step + buttons.length) % buttons.length]?.focus();
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
  if (Icon === undefined)
    return (
      <Button size="small" color="inherit" onClick={() => run(editor)} sx={{ fontSize: 12 }}>
        {t(label)}
      </Button>
    );
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
          <Icon fontSize="small" />
        </ToggleButton>
      </span>
    </Tooltip>
  );
}

const BAR_STYLE = {
  ...{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.5, p: 1, borderRadius: '6px 6px 0 0' },
  ...{ borderBottom: 1, borderColor: 'divider', bgcolor: 'background.sunken' },
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
    ...TOOLS,
    {
      label: 'richText.link',
      Icon: LinkIcon,
      isGroupStart: true,
      run: onLink,
      isActive: (current) => current.isActive('link'),
    },
    { label: 'richText.image', Icon: ImageIcon, run: onImage },
    ...(isInTable ? TABLE_TOOLS : []),
  ];
  return (
    <Box
      role="toolbar"
      aria-label={t('richText.toolbar')}
      tabIndex={-1}
      onKeyDown={onArrowKey}
      onFocus={({ target }) => setTabStop(target.getAttribute('value') ?? tabStop)}
      sx={BAR_STYLE}
    >
      <HeadingSelect editor={editor} />
      {tools.map((tool) => (
        <ToolButton key={tool.label} tool={tool} editor={editor} isTabStop={tool.label === tabStop} />
      ))}
    </Box>
  );
}
