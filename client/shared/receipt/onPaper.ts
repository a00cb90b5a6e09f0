/** A receipt on paper: it alone, black on white whatever the colours of the screen, without buttons, as long as it needs. */

const MARK = 'data-on-paper';
/** What is printed carries this. */
export const PAPER = { [MARK]: '' } as const;
const RECEIPT = `[${MARK}]`;

export const onPaper = {
  '@media print': {
    [`body > :not(${RECEIPT}), ${RECEIPT} .MuiBackdrop-root, ${RECEIPT} .MuiDialogActions-root`]: {
      display: 'none !important',
    },
    'html, body': { height: 'auto !important', overflow: 'visible !important', padding: '0 !important' },
    ':root': { colorScheme: 'light !important' },
    [`html, body, ${RECEIPT}, ${RECEIPT} *`]: {
      color: '#000 !important',
      background: '#fff !important',
      boxShadow: 'none !important',
      transition: 'none !important',
    },
    [`${RECEIPT}, ${RECEIPT} .MuiDialog-container, ${RECEIPT} .MuiDialog-paper, ${RECEIPT} .MuiDialogContent-root`]: {
      display: 'block !important',
      position: 'static !important',
      width: 'auto !important',
      maxWidth: 'none !important',
      height: 'auto !important',
      maxHeight: 'none !important',
      margin: '0 !important',
      border: '0 !important',
      overflow: 'visible !important',
    },
  },
} as const;
