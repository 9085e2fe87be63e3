// Four languages on a phone: nothing is cut off, nothing is wider than the screen.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { PHONE, goTo, open } from "./browser.js";

let house;
before(async () => (house = await open()));
after(() => house.close());

const PAGES = ["#welcome", "#play/6x7x4g/d1.d2.e1", "#analyse/3x3x3/b2.a1", "#puzzles", "#games", "#solve/4x4x4", "#atlas/3x3x3", "#arena", "#lab", "#friend", "#review/3x3x3/a1.b1"];

/** Words that do not fit their box. */
const cutOff = () => [...document.querySelectorAll("button, .tab, .bottom-tab span, .chip span, h1, h2, .tile-name, .tile-about, .field > span, .page-tile span")]
  .filter((element) => element.getClientRects().length && !element.closest(".unseen, [hidden]") && getComputedStyle(element).clipPath === "none")
  .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0)
  .map((element) => `${element.id || element.className}: ${element.textContent}`)
  .concat([...document.querySelectorAll("select")].filter((list) => list.clientWidth && list.selectedOptions[0]).flatMap((list) => {
    const pen = document.createElement("canvas").getContext("2d");
    const style = getComputedStyle(list);
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const room = list.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 16;
    const { text } = list.selectedOptions[0];
    return pen.measureText(text).width > room ? [`${list.id}: ${text}`] : [];
  }));

for (const language of ["en", "it", "es", "ro"]) {
  test(`nothing is cut off in ${language} at 390 px`, async () => {
    const page = await house.visit("#lab", PHONE);
    await page.evaluate((language) => localStorage.setItem("filetto", JSON.stringify({ visited: true, language })), language);
    await page.reload();
    await page.waitForFunction((language) => document.documentElement.lang === language && document.querySelector("#page > *"), language);
    for (const hash of PAGES) {
      await goTo(page, hash);
      await page.waitForTimeout(150);
      assert.deepEqual(await page.evaluate(cutOff), [], `${language} ${hash}`);
      const wide = (await page.evaluate(() => document.documentElement.scrollWidth)) - 390;
      assert.ok(wide <= 0, `${language} ${hash} is ${wide} px too wide`);
    }
    await goTo(page, "#atlas/3x3x3");
    await page.waitForSelector(".reasons li");
    if (language !== "en") assert.doesNotMatch(await page.textContent(".reasons"), /\((strong|weak|pairing|exact )[^)]*\)/, "how a value is known");
    await page.click("#more-pages");
    assert.equal(await page.locator(".page-tile").count(), 9, "the bar leads to every page");
    assert.deepEqual(await page.evaluate(cutOff), [], `${language} all pages`);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });
}

for (const [locale, reason] of [["en-GB", /O must take c3/], ["it-IT", /O deve prendere c3/], ["es-ES", /O debe tomar c3/], ["ro-RO", /O trebuie să ia c3/]]) {
  test(`a reason is told in the language of the page, ${locale}`, async () => {
    const page = await house.visit("#analyse/3x3x3/a1.b1.b2", { locale });
    await page.click("#explain");
    await page.waitForSelector("#reason .cell-link[data-cell=c3]");
    assert.match(await page.textContent("#reason"), reason);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });
}
