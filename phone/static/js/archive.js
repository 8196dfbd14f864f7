/* What is in a zip archive whose files are not compressed. */
const LAST_RECORD = 22; /* The record at its end, without a comment: how many files, and where their list starts. */
const [COUNT, LIST] = [10, 16];
const LISTED = 46; /* The list: a record for each file, followed by its name and two texts that we don't need. */
const [SIZE, LENGTHS, PLACE] = [24, 28, 42];
const HEADER = 30; /* Before the content of each file stands its name again, and another such text. */
const OWN_LENGTHS = 26;

/* The names and contents of all files. The contents share the memory of the archive. */
export function filesIn(archive) {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const number = (at) => view.getUint32(at, true);
  const sum = (at, count) => Array.from({ length: count }, (_, each) => view.getUint16(at + 2 * each, true)).reduce((a, b) => a + b);
  const end = archive.length - LAST_RECORD;
  const files = [];
  let at = number(end + LIST);
  for (let left = view.getUint16(end + COUNT, true); left; left -= 1) {
    const name = archive.subarray(at + LISTED, at + LISTED + view.getUint16(at + LENGTHS, true));
    const start = number(at + PLACE) + HEADER + sum(number(at + PLACE) + OWN_LENGTHS, 2);
    files.push([new TextDecoder().decode(name), archive.subarray(start, start + number(at + SIZE))]);
    at += LISTED + sum(at + LENGTHS, 3);
  }
  return files;
}
