/** How many lines a text takes in a column of so many characters, broken between words where it can be. */
export function linesOfText(text: string, width: number): number {
  let lines = 1;
  let taken = 0;
  for (const word of text.split(" ")) {
    const gap = taken === 0 ? 0 : 1;
    if (taken + gap + word.length <= width) taken += gap + word.length;
    else {
      if (taken > 0) lines += 1;
      // A word that is longer than a line goes on in the next ones.
      lines += Math.max(0, Math.ceil(word.length / width) - 1);
      taken = word.length % width || Math.min(word.length, width);
    }
  }
  return lines;
}
