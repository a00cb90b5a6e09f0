/** Makes a PDF with pages of one line each and an embedded script that viewers must not run. */
export function createPdf(lines: readonly string[]): Buffer {
  const pageReferences = lines.map((_, index) => `${5 + index * 2} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.alert\\(1\\);) >> >>',
    `<< /Type /Pages /Kids [${pageReferences}] /Count ${lines.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...lines.flatMap((line, index) => {
      const pageContent = `BT /F1 24 Tf 60 700 Td (${line}) Tj ET`;
      return [
        `<< /Length ${pageContent.length} >>\nstream\n${pageContent}\nendstream`,
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${4 + index * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      ];
    }),
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const tableOffset = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  text += `trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${tableOffset}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
