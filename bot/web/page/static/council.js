// The pages work without this file; it keeps the chosen theme and what is typed, shows times as they are here, brings a
// live page up to date, moves ranks, opens folded parts for paper.
(() => {
  const root = document.documentElement;
  const kept = { get: () => { try { return localStorage.getItem("theme"); } catch { return null; } },
                 set: v => { try { localStorage.setItem("theme", v); } catch { /* private window */ } } };
  const asked = new URLSearchParams(location.search).get("theme") || kept.get() || "auto";
  root.dataset.theme = asked;

  document.addEventListener("DOMContentLoaded", () => {
    const all = s => document.querySelectorAll(s);
    const radio = document.getElementById("theme-" + asked);
    if (radio) radio.checked = true;
    for (const r of all("input[name=theme]"))
      r.addEventListener("change", () => { root.dataset.theme = r.value; kept.set(r.value); });

    // What is typed stays in this tab until the server has taken it: over a reload, an expired cookie, a lost connection.
    const tab = (() => { try { return window.sessionStorage; } catch { return null; } })();
    const typed = ":is(textarea, input[type=text])[id]";
    const keyOf = f => `${f.form.getAttribute("action")} ${f.id}`;
    const fieldsOf = form => [...form.querySelectorAll(typed)];
    const bringBack = () => {
      const sent = JSON.parse(tab.getItem("sent") || "[]"), came = performance.getEntriesByType("navigation")[0]?.type;
      tab.removeItem("sent");
      // A page of trouble, or the way back to the form, means that it was not taken.
      if (!document.querySelector("main[data-trouble]") && came !== "back_forward") for (const key of sent) tab.removeItem(key);
      for (const f of [...all("form[method=post]")].flatMap(fieldsOf)) {
        const kept = tab.getItem(keyOf(f));
        if (kept === null || kept === f.value) continue;
        f.value = kept;
        for (let fold = f.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
      }
    };
    if (tab) {
      document.addEventListener("input", e => { if (e.target.matches(typed) && e.target.form?.method === "post") tab.setItem(keyOf(e.target), e.target.value); });
      document.addEventListener("submit", e => {
        if (e.target.getAttribute("action") === "/sign-out") tab.clear();
        else tab.setItem("sent", JSON.stringify(fieldsOf(e.target).map(keyOf)));
      });
      bringBack();
    }

    // A reload shows how things are then, not once more what a vote or a button was answered.
    const address = new URL(location.href);
    if (address.searchParams.has("said")) { address.searchParams.delete("said"); history.replaceState(null, "", address); }

    // Comparing two: never the same response on both sides.
    document.addEventListener("change", e => {
      const r = e.target;
      if (r.name !== "left" && r.name !== "right") return;
      const other = r.name === "left" ? "right" : "left";
      const same = document.querySelector(`input[name=${other}][value="${r.value}"]`);
      if (same && same.checked) document.querySelector(`input[name=${other}]:not([value="${r.value}"])`).checked = true;
    });

    // Ranking by buttons.
    document.addEventListener("click", e => {
      const b = e.target.closest(".rank button[data-move]");
      if (!b) return;
      e.preventDefault();
      const li = b.closest("li"), list = li.parentElement, up = b.dataset.move === "up";
      const next = up ? li.previousElementSibling : li.nextElementSibling;
      if (!next) return;
      up ? next.before(li) : next.after(li);
      list.dataset.moved = "yes";
      const place = [...list.children].indexOf(li) + 1;
      const edge = place === 1 || place === list.children.length;
      (edge ? li.querySelector(`[data-move=${up ? "down" : "up"}]`) : b).focus();
      const say = document.getElementById("rank-said");
      if (say) say.textContent = list.dataset.said.replace("{alias}", li.dataset.alias).replace("{place}", place);
    });

    // Menus close on Escape and on a click elsewhere.
    const shut = e => { for (const d of all("details.drop[open]")) if (!d.contains(e.target)) d.open = false; };
    document.addEventListener("click", shut);
    document.addEventListener("keydown", e => {
      const open = e.key === "Escape" && document.querySelector("details.drop[open]");
      if (open) { open.open = false; open.querySelector("summary").focus(); }
    });

    // The strip "On this page" follows what is being read.
    let seen;
    const layout = () => {
      seen?.disconnect();
      const links = [...all(".sub a")], shown = new Set();
      seen = new IntersectionObserver(found => {
        for (const f of found) shown[f.isIntersecting ? "add" : "delete"]("#" + f.target.id);
        const now = links.find(a => shown.has(a.hash));
        if (now) for (const a of links) a === now ? a.setAttribute("aria-current", "location") : a.removeAttribute("aria-current");
      }, { rootMargin: "-30% 0px -65% 0px" });
      for (const a of links) { const part = document.getElementById(a.hash.slice(1)); if (part) seen.observe(part); }
    };
    layout();

    const main = document.querySelector("main[data-live]");
    const drawn = new Map([...all("main[data-live] [data-part]")].map(part => [part.id, part.outerHTML]));

    // Times as they are here.
    const local = new Intl.DateTimeFormat(root.lang, { dateStyle: "long", timeStyle: "short" });
    const day = new Intl.DateTimeFormat(root.lang, { dateStyle: "long" });
    const times = within => {
      for (const t of within.querySelectorAll("time[datetime]")) t.textContent = ("day" in t.dataset ? day : local).format(new Date(t.dateTime));
    };
    times(document);

    // Texts and code can be copied where the browser allows that: over HTTPS and on this machine.
    const copied = document.getElementById("copied");
    const copies = within => {
      if (!navigator.clipboard) return;
      for (const b of within.querySelectorAll("button[data-copy=text]")) b.hidden = false;
      for (const pre of within.querySelectorAll(".prose pre")) {
        if (pre.querySelector(".copy")) continue;
        const b = document.createElement("button");
        Object.assign(b, { type: "button", className: "copy", textContent: copied.dataset.copy });
        b.dataset.copy = "code";
        b.setAttribute("aria-label", `${copied.dataset.copy}: ${pre.getAttribute("aria-label")}`);
        pre.prepend(b);
      }
    };
    const copy = async (from, isCode) => {
      if (isCode) return navigator.clipboard.writeText(from.innerText);
      const html = from.cloneNode(true), buttons = from.querySelectorAll(".copy");
      for (const b of html.querySelectorAll(".copy")) b.remove();
      for (const b of buttons) b.hidden = true;
      // The text of a list has no marks, which the browser draws: they stand in it for a moment.
      const marks = [...from.querySelectorAll("li")].map(item => {
        const mark = document.createElement("span"), list = item.parentElement;
        let depth = 0;
        for (let outer = list; (outer = outer.parentElement.closest("li")) && from.contains(outer);) depth++;
        mark.textContent = "  ".repeat(depth) + (list.tagName === "OL" ? `${list.start + [...list.children].indexOf(item)}. ` : "- ");
        mark.style.whiteSpace = "pre";
        (item.firstElementChild?.matches("p:first-child") && !item.firstChild.textContent.trim() ? item.firstElementChild : item).prepend(mark);
        return mark;
      });
      const plain = from.innerText;
      for (const mark of marks) mark.remove();
      for (const b of buttons) b.hidden = false;
      const blob = (text, type) => new Blob([text], { type });
      await navigator.clipboard.write([new ClipboardItem({ "text/plain": blob(plain, "text/plain"), "text/html": blob(html.innerHTML, "text/html") })]);
    };
    copies(document);
    document.addEventListener("click", async e => {
      const b = e.target.closest("button[data-copy]");
      if (!b) return;
      const isCode = b.dataset.copy === "code";
      const from = isCode ? b.parentElement.querySelector("code") : b.closest("article, section").querySelector(".prose");
      // Where the browser refuses, the text is selected, so that the keyboard can copy it.
      try { await copy(from, isCode); } catch { getSelection().selectAllChildren(from); return; }
      b.textContent = copied.textContent = copied.dataset.copied;
      setTimeout(() => { b.textContent = copied.dataset.copy; copied.textContent = ""; }, 2000);
    });

    // A live page: parts whose text on the server changed are brought up to date; what is open, chosen, typed or focused
    // stays so.
    if (main) {
      const take = html => {
        const next = new DOMParser().parseFromString(`<main>${html}</main>`, "text/html").querySelector("main");
        const parts = [...next.querySelectorAll("[data-part]")];
        const kept = new Set(parts.map(p => p.id));
        // What a vote was answered holds until the ballot changes or goes.
        if (drawn.has("vote") && parts.find(p => p.id === "vote")?.outerHTML !== drawn.get("vote")) document.getElementById("said")?.remove();
        for (const old of main.querySelectorAll("[data-part]")) if (!kept.has(old.id)) old.remove();
        for (const part of parts) {
          const source = part.outerHTML, old = document.getElementById(part.id);
          if (old && drawn.get(part.id) === source) continue;
          drawn.set(part.id, source);
          times(part);
          if (old) { morph(old, part); copies(old); continue; }
          copies(part);
          const room = part.parentElement === next ? main : main.querySelector(`[data-room="${part.parentElement.dataset.room}"]`);
          const before = parts.slice(0, parts.indexOf(part)).reverse().map(p => document.getElementById(p.id)).find(p => p?.parentElement === room || p?.parentElement?.parentElement === room);
          const beside = before?.parentElement === room ? before : before?.parentElement;
          beside ? beside.after(part) : room.prepend(part);
        }
        layout();
      };
      // A browser has six connections to a host, and tabs that nobody sees would take them all.
      let source, ended = false, tries = 0;
      const tell = failed => { document.getElementById("stale").hidden = failed < 3; };
      const follow = () => {
        source?.close();
        if (ended || document.hidden) return;
        source = new EventSource(main.dataset.live);
        source.onmessage = e => { tell(tries = 0); take(JSON.parse(e.data)); };
        source.addEventListener("end", () => { ended = true; source.close(); });
        source.addEventListener("gone", () => { ended = true; source.close(); location.reload(); });
        // The browser tries again by itself, but not after an answer such as that of a proxy during a restart.
        source.onerror = () => {
          tell(++tries);
          if (source.readyState === EventSource.CLOSED) setTimeout(follow, tries < 20 ? 5000 : 60000);
        };
      };
      document.addEventListener("visibilitychange", follow);
      follow();
    }

    let opened = [];
    addEventListener("beforeprint", () => { opened = [...all("details:not([open]):not(.raw):not(.drop)")]; opened.forEach(d => d.open = true); });
    addEventListener("afterprint", () => opened.forEach(d => d.open = false));
  });
})();
