/** Print styles of a receipt: only the receipt, black on white, without buttons, at full length. */

const PRINT_ATTRIBUTE = 'data-on-paper';
/** The class of the printed element. */
export const PRINTED = { [PRINT_ATTRIBUTE]: '' } as const;
const RECEIPT_SELECTOR = `[${PRINT_ATTRIBUTE}]`;

export const printStyles = {
  '@media print': {
    [`body > :not(${RECEIPT_SELECTOR}), ${RECEIPT_SELECTOR} .MuiBackdrop-root, ${RECEIPT_SELECTOR} .MuiDialogActions-root`]:
      {
        display: 'none !important',
      },
    'html, body': { height: 'auto !important', overflow: 'visible !important', padding: '0 !important' },
    ':root': { colorScheme: 'light !important' },
    [`html, body, ${RECEIPT_SELECTOR}, ${RECEIPT_SELECTOR} *`]: {
      color: '#000 !important',
      background: '#fff !important',
      boxShadow: 'none !important',
      transition: 'none !important',
    },
    [`${RECEIPT_SELECTOR}, ${RECEIPT_SELECTOR} .MuiDialog-container, ${RECEIPT_SELECTOR} .MuiDialog-paper, ${RECEIPT_SELECTOR} .MuiDialogContent-root`]:
      {
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
