/** The media type of workbooks. Apart from what writes them: most functions only name it. */
export const XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
