/* Adds a style sheet that pages do without until a script needs it. */
export default function addStyles(name) {
  return new Promise((resolve) => {
    const href = new URL(name, import.meta.url).href;
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
    link.addEventListener("load", resolve);
    link.addEventListener("error", resolve);
    document.head.append(link);
  });
}
