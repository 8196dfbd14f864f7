/* Copies or shares a link, if the browser can. */
import startOn from "./start_on.js";

function share(element) {
  const find = (name) => element.querySelector(`[data-${name}]`);
  const url = find("address").textContent.trim();

  async function copy() {
    await navigator.clipboard.writeText(url);
    find("copied").textContent = find("copied").dataset.copied;
  }

  /* If the browser refuses, selects the link so that it can be copied by hand. */
  const mark = () => getSelection().selectAllChildren(find("address"));

  function offer(name, can, act) {
    find(name).hidden = !can;
    find(name).addEventListener("click", act);
    if (can) find("ways").hidden = false;
  }

  offer("copy", navigator.clipboard, () => copy().catch(mark));
  offer("send", navigator.share, () => navigator.share({ url }).catch(() => {}));
}

startOn("share", share);
