/** The content type of an Excel workbook; apart from its writer, which browsers load only to make a file. */
export const XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
