/** A PDF page by page, drawn as a picture, with its words for those who do not see it. */
import BeforeIcon from '@mui/icons-material/ChevronLeft';
import NextIcon from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatFileSize } from '../../../../common/text/fileTypes';
import { visuallyHidden } from '../../../engine/fieldTypes/cells/cells';
import { Notice } from './Notice';
import { drawPage, openPaper, PAPER_MOST, type Paper } from './paper';
import type { Previewed } from './previewed';

/** Null: it cannot be read. */
function usePaper(url: string): Paper | null | undefined {
  const [paper, setPaper] = useState<Paper | null | undefined>(undefined);
  useEffect(() => {
    const opening = openPaper(url);
    let isOpen = true;
    opening.paper.then(
      (read) => isOpen && setPaper(read),
      () => isOpen && setPaper(null),
    );
    return () => {
      isOpen = false;
      opening.close();
    };
  }, [url]);
  return paper;
}

interface PageProps {
  readonly paper: Paper;
  readonly page: number;
  readonly label: string;
}
function Page({ paper, page, label }: PageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [text, setText] = useState('');
  useEffect(() => {
    if (canvas.current === null) return undefined;
    const drawing = drawPage(paper, page, canvas.current);
    let isShown = true;
    drawing.text.then(
      (words) => isShown && setText(words),
      () => isShown && setText(''),
    );
    return () => {
      isShown = false;
      drawing.stop();
    };
  }, [paper, page]);
  return (
    <Box
      component="section"
      tabIndex={0}
      aria-label={label}
      data-page={text === '' ? undefined : page}
      sx={{ maxHeight: 'min(380px, 40vh)', overflow: 'auto', px: 4, pt: 4 }}
    >
      <Box
        component="canvas"
        ref={canvas}
        aria-hidden
        sx={{ display: 'block', width: '100%', height: 'auto', bgcolor: '#fff', boxShadow: 1 }}
      />
      <Box component="p" sx={visuallyHidden}>
        {text}
      </Box>
    </Box>
  );
}

function Pages({ paper, name }: { readonly paper: Paper; readonly name: string }) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const pages = paper.numPages;
  const where = t('files.page', { page, pages });
  const steps = [
    { label: t('files.page_before'), to: page - 1, Icon: BeforeIcon },
    { label: t('files.page_next'), to: page + 1, Icon: NextIcon },
  ];
  const [before, next] = steps.map(({ label, to, Icon }) => (
    <IconButton
      key={label}
      size="small"
      aria-label={label}
      title={label}
      disabled={to < 1 || to > pages}
      onClick={() => setPage(to)}
    >
      <Icon fontSize="small" />
    </IconButton>
  ));
  return (
    <>
      <Page paper={paper} page={page} label={`${name}: ${where}`} />
      <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'center', gap: 2, py: 1 }}>
        {before}
        <Typography variant="caption" component="output">
          {where}
        </Typography>
        {next}
      </Stack>
    </>
  );
}

function Opened({ file: { url, name } }: { readonly file: Previewed }) {
  const { t } = useTranslation();
  const paper = usePaper(url);
  if (paper) return <Pages paper={paper} name={name} />;
  return <Notice text={t(paper === null ? 'files.unreadable' : 'files.reading')} />;
}

export function PaperInside({ file }: { readonly file: Previewed }) {
  const { t } = useTranslation();
  if (file.size > PAPER_MOST) return <Notice text={t('files.preview_most', { size: formatFileSize(PAPER_MOST) })} />;
  return <Opened file={file} />;
}
