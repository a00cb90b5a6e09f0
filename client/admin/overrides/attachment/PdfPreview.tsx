/** PDF preview: one page at a time on a canvas, its text for screen readers. */
import BeforeIcon from '@mui/icons-material/ChevronLeft';
import NextIcon from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatFileSize } from '../../../../common/text/fileTypes';
import { visuallyHidden } from '../../../ui/visuallyHidden';
import { PreviewMessage } from './PreviewMessage';
import { drawPage, openPdf, MAX_PDF_BYTES, type Pdf } from './pdf';
import type { PreviewedFile } from './previewedFile';

/** Undefined while loading, null when the file cannot be read. */
function usePdf(url: string): Pdf | null | undefined {
  const [pdf, setPdf] = useState<Pdf | null | undefined>(undefined);
  useEffect(() => {
    const opening = openPdf(url);
    let isOpen = true;
    opening.pdf.then(
      (read) => isOpen && setPdf(read),
      () => isOpen && setPdf(null),
    );
    return () => {
      isOpen = false;
      opening.close();
    };
  }, [url]);
  return pdf;
}

interface PdfPageProps {
  readonly pdf: Pdf;
  readonly page: number;
  readonly label: string;
}
function PdfPage({ pdf, page, label }: PdfPageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [text, setText] = useState('');
  useEffect(() => {
    if (canvas.current === null) return undefined;
    const drawing = drawPage(pdf, page, canvas.current);
    let isShown = true;
    drawing.text.then(
      (pageText) => isShown && setText(pageText),
      () => isShown && setText(''),
    );
    return () => {
      isShown = false;
      drawing.stop();
    };
  }, [pdf, page]);
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

function PdfPages({ pdf, name }: { readonly pdf: Pdf; readonly name: string }) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const pages = pdf.numPages;
  const pageLabel = t('files.page', { page, pages });
  const steps = [
    { label: t('files.page_before'), to: page - 1, Icon: BeforeIcon },
    { label: t('files.page_next'), to: page + 1, Icon: NextIcon },
  ];
  const [previousButton, nextButton] = steps.map(({ label, to, Icon }) => (
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
      <PdfPage pdf={pdf} page={page} label={`${name}: ${pageLabel}`} />
      <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'center', gap: 2, py: 1 }}>
        {previousButton}
        <Typography variant="caption" component="output">
          {pageLabel}
        </Typography>
        {nextButton}
      </Stack>
    </>
  );
}

function OpenPdf({ file: { url, name } }: { readonly file: PreviewedFile }) {
  const { t } = useTranslation();
  const pdf = usePdf(url);
  if (pdf) return <PdfPages pdf={pdf} name={name} />;
  return <PreviewMessage text={t(pdf === null ? 'files.unreadable' : 'files.reading')} />;
}

export function PdfPreview({ file }: { readonly file: PreviewedFile }) {
  const { t } = useTranslation();
  if (file.size > MAX_PDF_BYTES)
    return <PreviewMessage text={t('files.preview_too_large', { size: formatFileSize(MAX_PDF_BYTES) })} />;
  return <OpenPdf file={file} />;
}
