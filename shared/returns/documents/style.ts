import { Html } from "../../core/files/html.ts";

/** Everything is in the page: it prints on A4 as it is, wherever it was saved to. */
export const STYLE = new Html(`
@page { size: A4; margin: 16mm 14mm; }
* { box-sizing: border-box; }
body { font: 10pt/1.4 "Helvetica Neue", Arial, "Liberation Sans", sans-serif; color: #111;
  max-width: 182mm; margin: 8mm auto; }
h1 { font-size: 16pt; margin: 0 0 4mm; }
h2 { font-size: 12pt; margin: 7mm 0 2mm; break-after: avoid; }
h3 { font-size: 10.5pt; margin: 5mm 0 1mm; break-after: avoid; }
table { border-collapse: collapse; width: 100%; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
th, td { border-bottom: 0.2mm solid #999; padding: 0.8mm 1.5mm; text-align: left; vertical-align: top; }
th { border-bottom-color: #111; font-weight: 600; }
.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.note { color: #444; font-size: 9pt; }
@media print { body { margin: 0; max-width: none; } }
`);
